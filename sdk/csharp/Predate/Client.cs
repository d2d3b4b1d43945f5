using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Predate
{
    /// <summary>What a client needs. What has a value may be left as it is.</summary>
    public sealed class Config
    {
        /// <summary>The installation's public address.</summary>
        public string BaseUrl { get; set; }
        /// <summary>prd_live_… or prd_test_…</summary>
        public string ApiKey { get; set; }
        /// <summary>Of the key's account.</summary>
        public string Email { get; set; }
        public string Password { get; set; }
        /// <summary>Of one call, the first included.</summary>
        public int MaxAttempts { get; set; } = 5;
        /// <summary>The longest wait before a further attempt.</summary>
        public TimeSpan MaxWait { get; set; } = TimeSpan.FromMinutes(1);
        /// <summary>Until an attempt without an answer is given up; of the library's own HttpClient.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromMinutes(2);
        /// <summary>Put before the library's own User-Agent.</summary>
        public string UserAgent { get; set; }
        /// <summary>In the place of the library's own, which follows no redirect.</summary>
        public HttpClient Http { get; set; }
    }

    /// <summary>Speaks to the API for one account. It may be used by many threads; the first call authenticates.</summary>
    public sealed partial class Client
    {
        /// <summary>Version of the library, told to the server in User-Agent.</summary>
        public const string Version = "1.0.0";

        private readonly Config config;
        private readonly string baseUrl;
        private readonly HttpClient http;
        private readonly SemaphoreSlim renewing = new SemaphoreSlim(1, 1);
        private readonly Random chance = new Random();
        private string token;
        private DateTime until;

        public Client(Config config)
        {
            if (config == null || string.IsNullOrEmpty(config.BaseUrl) || string.IsNullOrEmpty(config.ApiKey))
                throw new ArgumentException("BaseUrl and ApiKey are required", "config");
            this.config = config;
            baseUrl = config.BaseUrl.TrimEnd('/');
            http = config.Http ?? new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false }) { Timeout = config.Timeout };
        }

        /// <summary>The PDF of a done event: what it carries, or what its address gives, once that is proven to be the statement.</summary>
        public async Task<byte[]> StatementOfAsync(WebhookEvent of, CancellationToken cancel = default(CancellationToken))
        {
            if (of.Content != null) return Convert.FromBase64String(of.Content);
            if (of.ContentUrl == null) throw new InvalidOperationException("the event " + of.Status + " of " + of.Orderid + " carries no statement");
            var content = await DownloadAsync(of.ContentUrl, cancel).ConfigureAwait(false);
            using (var sha256 = SHA256.Create())
            {
                var sum = BitConverter.ToString(sha256.ComputeHash(content)).Replace("-", "").ToLowerInvariant();
                if (sum != of.ContentSha256) throw new InvalidOperationException("the statement of " + of.Orderid + " is not what the event says");
            }
            return content;
        }

        /// <summary>Fetches a signed address that an event or an order gave. No credential is sent: the signature is the only one.</summary>
        public Task<byte[]> DownloadAsync(string address, CancellationToken cancel = default(CancellationToken))
        {
            var call = new Call("GET", null, Bearing.None);
            return AgainAsync(call, () => ExchangeAsync(Request(call, address, null, null), cancel), cancel);
        }

        /// <summary>A document to give, from its bytes.</summary>
        public static NewDocument Document(string filename, byte[] bytes)
        {
            return new NewDocument { Filename = filename, Content = Convert.ToBase64String(bytes) };
        }

        internal static string Escaped(object part) { return Uri.EscapeDataString(Json.Written(part)); }

        private async Task<T> PayloadAsync<T>(Call call, Func<object, T> read, CancellationToken cancel)
        {
            var envelope = Json.Map(Json.Read(Encoding.UTF8.GetString(await FileAsync(call, cancel).ConfigureAwait(false))));
            return read(Json.Get(envelope, "payload"));
        }

        private async Task<T> DocumentAsync<T>(Call call, Func<object, T> read, CancellationToken cancel)
        {
            return read(Json.Read(Encoding.UTF8.GetString(await FileAsync(call, cancel).ConfigureAwait(false))));
        }

        private Task NothingAsync(Call call, CancellationToken cancel) { return FileAsync(call, cancel); }

        /// <summary>Sends a call until it has an answer or may not go on.</summary>
        private Task<byte[]> FileAsync(Call call, CancellationToken cancel)
        {
            var key = call.Keyed ? call.IdempotencyKey ?? Guid.NewGuid().ToString("N") : null;
            var body = call.Body == null ? null : Json.Write(call.Body);
            var address = baseUrl + call.Path + call.Query;
            return AgainAsync(call, async () =>
            {
                for (var renewed = false; ; renewed = true)
                {
                    var bearer = call.Bearing == Bearing.All ? await TokenAsync(cancel).ConfigureAwait(false) : null;
                    try
                    {
                        var request = Request(call, address, body, bearer);
                        if (key != null) request.Headers.TryAddWithoutValidation("Idempotency-Key", key);
                        return await ExchangeAsync(request, cancel).ConfigureAwait(false);
                    }
                    catch (PredateException refused) when (refused.Code == "invalid_access_token" && bearer != null && !renewed)
                    {
                        Interlocked.CompareExchange(ref token, null, bearer); // refused before anything was done: once more with another token
                    }
                }
            }, cancel);
        }

        /// <summary>Tries until there is an answer, with waits between; Retry-After is honoured.</summary>
        private async Task<byte[]> AgainAsync(Call call, Func<Task<byte[]>> attempt, CancellationToken cancel)
        {
            for (var made = 1; ; made++)
            {
                TimeSpan wait;
                try
                {
                    return await attempt().ConfigureAwait(false);
                }
                catch (TokenException error) // it was tried again already
                {
                    System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(error.InnerException).Throw();
                    throw;
                }
                catch (PredateException error) when (call.MayRepeat && made < config.MaxAttempts && error.Temporary)
                {
                    wait = error.RetryAfter ?? Backoff(made);
                    if (wait > config.MaxWait) throw;
                }
                catch (ConnectionException) when (call.MayRepeat && made < config.MaxAttempts)
                {
                    wait = Backoff(made);
                }
                await Task.Delay(wait, cancel).ConfigureAwait(false);
            }
        }

        private TimeSpan Backoff(int made)
        {
            lock (chance) return TimeSpan.FromSeconds(Math.Min(0.5 * Math.Pow(2, made - 1), 8) * (0.5 + chance.NextDouble() / 2));
        }

        private HttpRequestMessage Request(Call call, string address, string body, string bearer)
        {
            var request = new HttpRequestMessage(new HttpMethod(call.Method), address);
            if (call.Headers != null)
                foreach (var header in call.Headers) request.Headers.TryAddWithoutValidation(header.Key, header.Value);
            request.Headers.TryAddWithoutValidation("User-Agent", (config.UserAgent + " predate-csharp/" + Version).Trim());
            if (call.Bearing != Bearing.None) request.Headers.TryAddWithoutValidation("X-Auth-Key", config.ApiKey);
            if (bearer != null) request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + bearer);
            if (body != null) request.Content = new StringContent(body, new UTF8Encoding(false), "application/json");
            return request;
        }

        private async Task<byte[]> ExchangeAsync(HttpRequestMessage request, CancellationToken cancel)
        {
            HttpResponseMessage response = null;
            byte[] body;
            try
            {
                response = await http.SendAsync(request, cancel).ConfigureAwait(false);
                body = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
            }
            catch (Exception error) when (error is HttpRequestException || error is System.IO.IOException || error is OperationCanceledException && !cancel.IsCancellationRequested)
            {
                if (response != null) response.Dispose();
                throw new ConnectionException("no answer from " + request.RequestUri.Host, error);
            }
            using (response)
            {
                if (!response.IsSuccessStatusCode) throw PredateException.Of(response, body);
                return body;
            }
        }

        /// <summary>A token that is still good. Only one call asks for a new one; the others wait for it.</summary>
        private async Task<string> TokenAsync(CancellationToken cancel)
        {
            await renewing.WaitAsync(cancel).ConfigureAwait(false);
            try
            {
                var known = token;
                if (known != null && DateTime.UtcNow < until) return known;
                var began = DateTime.UtcNow;
                var call = new Call("POST", "/account/auth", Bearing.Key)
                {
                    Body = new Dictionary<string, object> { { "email", config.Email ?? "" }, { "password", config.Password ?? "" } },
                };
                var given = await PayloadAsync(call, Json.Map, cancel).ConfigureAwait(false);
                known = Json.Text(Json.Get(given, "access_token"));
                until = began + TimeSpan.FromSeconds(Lifetime(known) * 0.9);
                token = known;
                return known;
            }
            catch (Exception error) when (error is PredateException || error is ConnectionException)
            {
                throw new TokenException(error);
            }
            finally
            {
                renewing.Release();
            }
        }

        /// <summary>How long a token lasts by its own words, in seconds, whatever the two clocks say; an hour if it does not tell.</summary>
        private static double Lifetime(string token)
        {
            try
            {
                var part = token.Split('.')[1].Replace('-', '+').Replace('_', '/');
                var claims = Json.Map(Json.Read(Encoding.UTF8.GetString(Convert.FromBase64String(part.PadRight((part.Length + 3) / 4 * 4, '=')))));
                return Json.Whole(Json.Get(claims, "exp")).Value - Json.Whole(Json.Get(claims, "iat")).Value;
            }
            catch (Exception error) when (error is FormatException || error is IndexOutOfRangeException || error is InvalidOperationException || error is NullReferenceException)
            {
                return 3600;
            }
        }
    }
}
