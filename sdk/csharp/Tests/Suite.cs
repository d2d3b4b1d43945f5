// The suite runs against a real server that «PROVE='^TestProveLibraries' scripts/prove.sh» starts and names in the
// environment. It is a program of its own, so that it needs no package.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Threading.Tasks;
using Predate;

internal static class Suite
{
    private static string Setting(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new Exception(name + " is not set: run the proofs of the repository");
        return value;
    }

    private static Client NewClient(string baseUrl = null, string key = null, int maxAttempts = 5)
    {
        return new Client(new Config
        {
            BaseUrl = baseUrl ?? Setting("PREDATE_URL"), ApiKey = key ?? Setting("PREDATE_API_KEY"),
            Email = Setting("PREDATE_EMAIL"), Password = Setting("PREDATE_PASSWORD"), MaxAttempts = maxAttempts,
        });
    }

    private static NewOrder Order(string username, string externalId)
    {
        return new NewOrder
        {
            Address = "18 rue des Maraîchers-Fleuris", City = "Lyon", Zipcode = "69003", Method = "extranet",
            Owners = new List<NewOrderOwner> { new NewOrderOwner { Firstname = "Hélène", Lastname = "Vassorelle" } },
            Invoice = new NewOrderInvoice { Address = "1 place de l’Étude", City = "Lyon", Zipcode = "69003", Lastname = "Étude des Quatre-Vents" },
            Syndic = new NewOrderSyndic { Name = "Cabinet Orvellac-Brimont", Username = username, Password = "x", Url = "https://extranet.example/" },
            Lots = "14, 38", AllDuePaid = true, ExternalId = externalId, TestMode = true,
        };
    }

    private static void Same<T>(T want, T got, string what = "")
    {
        if (!Equals(want, got)) throw new Exception(what + " want " + want + ", got " + got);
    }

    private static async Task<TError> Refused<TError>(Func<Task> run) where TError : Exception
    {
        try
        {
            await run();
        }
        catch (TError error)
        {
            return error;
        }
        throw new Exception("no " + typeof(TError).Name);
    }

    private static async Task<List<T>> All<T>(Pages<T> pages)
    {
        var all = new List<T>();
        var each = pages.GetAsyncEnumerator();
        while (await each.MoveNextAsync()) all.Add(each.Current);
        return all;
    }

    private static async Task<View> Until(Client c, string orderid, string state)
    {
        for (var end = DateTime.UtcNow.AddSeconds(60); ; await Task.Delay(50))
        {
            var view = await c.ReadOrderAsync(orderid);
            if (view.State == state) return view;
            if (DateTime.UtcNow > end) throw new Exception("the order is " + view.State);
        }
    }

    private static async Task<List<Dictionary<string, object>>> Seen(string session)
    {
        using (var http = new HttpClient())
        {
            var read = (List<object>)Json.Read(await http.GetStringAsync(Setting("PREDATE_FAULTS") + "/seen/" + session));
            return read.ConvertAll(one => (Dictionary<string, object>)one);
        }
    }

    private static async Task OrderToDone()
    {
        var c = NewClient();
        var placed = await c.CreateOrderAsync(Order("test-done", "cs-1"));
        Same("confirmed", placed.State);
        Same(true, placed.Created.Year > 2000);
        Same("Hélène \"\\\u0001😀", (string)Json.Read(Json.Write("Hélène \"\\\u0001😀")));
        var view = await Until(c, placed.Orderid, "done");
        var pdf = await c.ReadStatementAsync(placed.Orderid);
        using (var sha256 = SHA256.Create()) Same(view.Statement.Sha256, BitConverter.ToString(sha256.ComputeHash(pdf)).Replace("-", "").ToLowerInvariant());
        Same(true, (await c.ReadReportAsync(placed.Orderid)).Count > 0);
        Same(true, (await c.DownloadAsync(view.Documents[0].Url)).Length > 0);
        foreach (var content in new[] { "link", "inline" })
        {
            var events = (await All(c.EachEvent(limit: 2, content: content))).Where(one => one.Orderid == placed.Orderid).ToList();
            Same("confirmed received done", string.Join(" ", events.Select(one => one.Status)));
            Same(true, (await c.StatementOfAsync(events[2].Body)).SequenceEqual(pdf));
        }
        var again = await c.RefreshOrderAsync(placed.Orderid, new Refresh { Method = "extranet", Syndic = new SyndicChange { Username = "test-done", Password = "x" } });
        Same(true, again.Refreshed);
    }

    private static async Task WaitingOrder()
    {
        var c = NewClient();
        var orderid = (await c.CreateOrderAsync(Order("test-waiting-document", "cs-2"))).Orderid;
        Same(true, (await Until(c, orderid, "waiting")).Missing.Count > 0);
        var asked = (await c.ReadChecklistAsync(orderid)).Items.First(one => one.Kind == "document" && one.State == "missing");
        await c.AnswerAsync(orderid, new List<NewAnswer> { new NewAnswer { Code = asked.Code, FiscalYear = asked.FiscalYear, Answer = "see_comment", Comment = "Lundi.", By = "Mme Vassorelle" } });
        await c.AddDocumentsAsync(orderid, new NewDocuments { Documents = new List<NewDocument> { Client.Document("note.pdf", System.Text.Encoding.ASCII.GetBytes("%PDF-1.4\n%%EOF\n")) } });
        Same(true, (await c.CancelOrderAsync(orderid)).Cancelled.HasValue);
        var found = await All(c.EachOrder(limit: 1, externalId: "cs-2", testMode: true));
        Same(orderid, string.Join(" ", found.Select(one => one.Orderid)));
    }

    private static async Task Endpoints()
    {
        var c = NewClient();
        var made = await c.CreateWebhookAsync(new NewEndpoint { Url = "http://127.0.0.1:9/cs", Events = new List<string> { State.Done }, MaxRate = 5 });
        Same(5, (await c.ChangeWebhookAsync(made.Id, new EndpointChange { Enabled = false })).MaxRate);
        Same(null, (await c.ChangeWebhookAsync(made.Id, new EndpointChange { ClearMaxRate = true })).MaxRate);
        Same(false, (await c.RotateWebhookSecretAsync(made.Id, new NeedRotation { GraceHours = 0 })).Secret == made.Secret);
        Same(0L, (await c.WebhookStatsAsync(made.Id, 1)).Deliveries.Pending);
        Same(0, (await All(c.EachDelivery(made.Id))).Count);
        await c.DeleteWebhookAsync(made.Id);
        Same("webhook_not_found", (await Refused<NotFoundException>(() => c.ReadWebhookAsync(made.Id))).Code);
    }

    private static async Task Refusals()
    {
        var order = Order("test-done", "cs-3");
        order.Zipcode = "690";
        order.Owners[0].Lastname = "";
        var error = await Refused<InvalidRequestException>(() => NewClient().CreateOrderAsync(order));
        Same("400 invalid_request", error.Status + " " + error.Code);
        Same(true, error.RequestId != "" && error.Fields.ContainsKey("zipcode") && error.Fields.ContainsKey("owners[0].lastname"));
        var stranger = NewClient(key: "prd_test_none");
        Same("invalid_api_key", (await Refused<InvalidRequestException>(() => stranger.ListOrdersAsync())).Code);
        await Refused<NotFoundException>(() => stranger.VerifyAsync("8G9P-Z8TN-PDKR-M4A6-NMBF"));
        await stranger.ReadyAsync();
        Same(true, (await stranger.JwksAsync()).Keys.Count > 0);
        Same(true, (await stranger.OpenapiAsync()).Length > 0);
        await Refused<ConnectionException>(() => NewClient("http://127.0.0.1:9", maxAttempts: 2).ReadyAsync());
    }

    private static async Task FurtherAttempts()
    {
        var faults = Setting("PREDATE_FAULTS");
        foreach (var plan in new[] { "503.0,lost,409.0", "cut,429.0" })
        {
            var session = "cs-" + plan.Substring(0, 3);
            var placed = await NewClient(faults + "/" + plan + "/" + session).CreateOrderAsync(Order("test-done", session));
            var keys = (await Seen(session)).Where(one => (string)one["path"] == "/order/").Select(one => (string)one["key"]).ToList();
            Same(true, keys.Count == plan.Split(',').Length + 1 && keys[0] != "" && keys.Distinct().Count() == 1, string.Join(",", keys));
            var found = (await NewClient().ListOrdersAsync(externalId: session)).OrdersList;
            Same(placed.Orderid, string.Join(" ", found.Select(one => one.Orderid)));
        }
        var began = DateTime.UtcNow;
        await NewClient(faults + "/429.1/cs-wait").ListOrdersAsync();
        Same(true, DateTime.UtcNow - began >= TimeSpan.FromSeconds(1));
        Same(TimeSpan.FromHours(1), (await Refused<RateLimitException>(() => NewClient(faults + "/429.3600/cs-long").ListOrdersAsync())).RetryAfter);
        Same(503, (await Refused<PredateException>(() => NewClient(faults + "/503.0/cs-once").CreateWebhookAsync(new NewEndpoint { Url = "http://127.0.0.1:9/cs" }))).Status);
        Same(2, (await Seen("cs-once")).Count);
    }

    private static async Task Tokens()
    {
        foreach (var plan in new Dictionary<string, int> { { "none", 1 }, { "short", 3 }, { "none,401", 2 }, { "401", 2 } })
        {
            var c = NewClient(Setting("PREDATE_FAULTS") + "/" + plan.Key + "/cs-token-" + plan.Key);
            for (var call = 0; call < 3; call++) await c.ListWebhooksAsync();
            Same(plan.Value, (await Seen("cs-token-" + plan.Key)).Count(one => (string)one["path"] == "/account/auth"), plan.Key);
        }
    }

    private static async Task Webhooks()
    {
        var vectors = ((List<object>)Json.Read(File.ReadAllText(Setting("PREDATE_VECTORS")))).ConvertAll(one => (Dictionary<string, object>)one);
        Same(true, vectors.Count >= 25);
        byte[] signed = null, signature = null;
        foreach (var v in vectors.OrderBy(one => (string)one["name"] == "Ed25519" ? 0 : 1))
        {
            var headers = (Dictionary<string, object>)v["headers"];
            Ed25519 ed25519 = (key, message, given) =>
            {
                if ((string)v["name"] == "Ed25519")
                {
                    signed = message;
                    signature = given;
                }
                return key.Length == 32 && message.SequenceEqual(signed) && given.SequenceEqual(signature);
            };
            Func<Webhook> judge = () => Webhook.Verify(
                ((List<object>)v["secrets"]).Cast<string>(), name => headers.ContainsKey(name) ? (string)headers[name] : null,
                Convert.FromBase64String((string)v["body"]), null, new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero).AddSeconds((long)v["now"]), ed25519);
            if ((string)v["want"] == "ok")
            {
                var hook = judge();
                Same("dlv_7 2 True K7QF3M", hook.Id + " " + hook.Sequence + " " + hook.Test + " " + hook.Event.Orderid, (string)v["name"]);
                continue;
            }
            Same((string)v["want"], (await Refused<WebhookException>(() => Task.Run(judge))).Reason, (string)v["name"]);
        }
        foreach (var secret in new[] { "", "whsec_", "whsec_~~~", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" })
            await Refused<ArgumentException>(() => Task.Run(() => Webhook.Verify(new[] { secret }, name => "", new byte[0])));
        foreach (var wrong in new[] { "", "{", "[1,]", "{\"a\" 1}", "\"\\u00g0\"", "nul", "1 2", "\"a", "tru" }) await Refused<FormatException>(() => Task.Run(() => Json.Read(wrong)));
    }

    private static int Main()
    {
        var failed = 0;
        var tests = new Dictionary<string, Func<Task>>
        {
            { "an order goes to done", OrderToDone }, { "an order that waits", WaitingOrder }, { "endpoints", Endpoints }, { "refusals", Refusals },
            { "further attempts", FurtherAttempts }, { "tokens", Tokens }, { "webhooks", Webhooks },
        };
        foreach (var test in tests)
        {
            try
            {
                test.Value().GetAwaiter().GetResult();
                Console.WriteLine("ok   " + test.Key);
            }
            catch (Exception error)
            {
                failed++;
                Console.WriteLine("FAIL " + test.Key + ": " + error);
            }
        }
        return failed == 0 ? 0 : 1;
    }
}
