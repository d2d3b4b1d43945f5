// What the receiver of the README asks of ASP.NET, for Mono, which has none: one route over HttpListener.
using System;
using System.Collections.Specialized;
using System.IO;
using System.Net;
using System.Threading.Tasks;

internal sealed class HttpRequest
{
    internal HttpRequest(HttpListenerRequest request)
    {
        Body = request.InputStream;
        Headers = request.Headers;
    }

    internal Stream Body { get; }
    internal NameValueCollection Headers { get; }
}

internal static class Results
{
    internal static HttpStatusCode NoContent() { return HttpStatusCode.NoContent; }
    internal static HttpStatusCode Unauthorized() { return HttpStatusCode.Unauthorized; }
}

internal sealed class WebApplication
{
    private readonly HttpListener listener = new HttpListener();
    private Func<HttpRequest, Task<HttpStatusCode>> handle;

    internal void MapPost(string path, Func<HttpRequest, Task<HttpStatusCode>> handler)
    {
        listener.Prefixes.Add("http://" + Environment.GetEnvironmentVariable("ADDRESS") + path + "/");
        handle = handler;
    }

    internal async Task RunAsync()
    {
        listener.Start();
        while (true)
        {
            var context = await listener.GetContextAsync();
            context.Response.StatusCode = (int)await handle(new HttpRequest(context.Request));
            context.Response.Close();
        }
    }
}
