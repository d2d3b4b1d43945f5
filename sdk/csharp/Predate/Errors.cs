using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;

namespace Predate
{
    /// <summary>A refusal of the API.</summary>
    public class PredateException : Exception
    {
        /// <summary>Of HTTP.</summary>
        public int Status { get; private set; }
        /// <summary>Machine-readable, such as order_not_found; empty when the answer is not the API's.</summary>
        public string Code { get; private set; }
        /// <summary>Quote it when you ask for help.</summary>
        public string RequestId { get; private set; }
        /// <summary>Under invalid_request: what is wrong with each field, such as owners[0].lastname.</summary>
        public IDictionary<string, string> Fields { get; private set; }
        /// <summary>How long the server asks to wait.</summary>
        public TimeSpan? RetryAfter { get; private set; }

        internal PredateException(string message) : base(message) { }

        /// <summary>Whether the same request may succeed later.</summary>
        public bool Temporary
        {
            get { return Status == 429 || Status == 502 || Status == 503 || Status == 504 || Code == "idempotency_in_progress" || Code == "body_too_slow"; }
        }

        internal static PredateException Of(HttpResponseMessage response, byte[] body)
        {
            var status = (int)response.StatusCode;
            var message = response.ReasonPhrase;
            try
            {
                var envelope = Json.Map(Json.Read(Encoding.UTF8.GetString(body)));
                if (envelope != null) message = Json.Text(Json.Get(envelope, "message")) ?? message;
            }
            catch (FormatException)
            {
                // not an envelope
            }
            var refused = Kind(status, message);
            refused.Status = status;
            refused.Code = Header(response, "predate-error");
            refused.RequestId = Header(response, "Request-Id");
            refused.Fields = refused.Code == "invalid_request" ? FieldsOf(message) : new Dictionary<string, string>();
            var after = response.Headers.RetryAfter;
            if (after != null && after.Delta.HasValue) refused.RetryAfter = after.Delta;
            else if (after != null && after.Date.HasValue) refused.RetryAfter = TimeSpan.FromTicks(Math.Max(0, (after.Date.Value - DateTimeOffset.UtcNow).Ticks));
            return refused;
        }

        private static PredateException Kind(int status, string message)
        {
            switch (status)
            {
                case 400: return new InvalidRequestException(message);
                case 401: return new AuthenticationException(message);
                case 403: return new ForbiddenException(message);
                case 404: return new NotFoundException(message);
                case 409: return new ConflictException(message);
                case 429: return new RateLimitException(message);
                default: return new PredateException(message);
            }
        }

        private static string Header(HttpResponseMessage response, string name)
        {
            IEnumerable<string> values;
            return response.Headers.TryGetValues(name, out values) ? values.First() : "";
        }

        /// <summary>Reads «Invalid request: zipcode: must be five digits; city: is required».</summary>
        private static Dictionary<string, string> FieldsOf(string message)
        {
            var fields = new Dictionary<string, string>();
            foreach (var one in message.Substring(message.IndexOf(": ", StringComparison.Ordinal) + 2).Split(new[] { "; " }, StringSplitOptions.None))
            {
                var place = one.IndexOf(": ", StringComparison.Ordinal);
                if (place > 0) fields[one.Substring(0, place)] = one.Substring(place + 2);
            }
            return fields;
        }
    }

    /// <summary>400: the request, or the API key, is not valid.</summary>
    public sealed class InvalidRequestException : PredateException { internal InvalidRequestException(string message) : base(message) { } }

    /// <summary>401: the e-mail and password, or the token, are not good.</summary>
    public sealed class AuthenticationException : PredateException { internal AuthenticationException(string message) : base(message) { } }

    /// <summary>403: known, and not allowed.</summary>
    public sealed class ForbiddenException : PredateException { internal ForbiddenException(string message) : base(message) { } }

    /// <summary>404: no such thing, or not yours.</summary>
    public sealed class NotFoundException : PredateException { internal NotFoundException(string message) : base(message) { } }

    /// <summary>409: the right request at the wrong moment.</summary>
    public sealed class ConflictException : PredateException { internal ConflictException(string message) : base(message) { } }

    /// <summary>429: slow down.</summary>
    public sealed class RateLimitException : PredateException { internal RateLimitException(string message) : base(message) { } }

    /// <summary>No answer came: the network failed, or the time ran out.</summary>
    public sealed class ConnectionException : Exception { internal ConnectionException(string message, Exception inner) : base(message, inner) { } }

    /// <summary>Carries why there is no token past what tries again.</summary>
    internal sealed class TokenException : Exception { internal TokenException(Exception reason) : base(reason.Message, reason) { } }
}
