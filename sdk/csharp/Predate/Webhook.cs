using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Predate
{
    /// <summary>Verifies an Ed25519 signature: key of 32 bytes, message, signature of 64 bytes.</summary>
    public delegate bool Ed25519(byte[] key, byte[] message, byte[] signature);

    /// <summary>Why a delivery is refused: answer it with 400 or 401.</summary>
    public sealed class WebhookException : Exception
    {
        /// <summary>headers, timestamp, signature or body.</summary>
        public string Reason { get; private set; }

        internal WebhookException(string reason, string message) : base(message) { Reason = reason; }
    }

    /// <summary>A delivery that was verified.</summary>
    public sealed class Webhook
    {
        /// <summary>The same at every attempt: one that you hold is a success and nothing more.</summary>
        public string Id { get; private set; }
        /// <summary>Of the event within its order, from 1; 0 for a rehearsal.</summary>
        public int Sequence { get; private set; }
        public int Attempt { get; private set; }
        /// <summary>Of a test order, or a rehearsal.</summary>
        public bool Test { get; private set; }
        public WebhookEvent Event { get; private set; }

        /// <summary>
        /// Judges a delivery by Standard Webhooks 1.0, over its body byte for byte as it came.
        /// </summary>
        /// <param name="secrets">of the endpoint: whsec_…, or whpk_…; several while one rotates</param>
        /// <param name="header">gives the header of a name, or null</param>
        /// <param name="body">the bytes as they came</param>
        /// <param name="tolerance">how far the sender's clock may be from ours; five minutes when left out</param>
        /// <param name="now">the clock's time when left out</param>
        /// <param name="ed25519">needed for public keys (whpk_…): .NET brings no such function</param>
        /// <exception cref="WebhookException">when the delivery is not genuine</exception>
        public static Webhook Verify(IEnumerable<string> secrets, Func<string, string> header, byte[] body, TimeSpan? tolerance = null, DateTimeOffset? now = null, Ed25519 ed25519 = null)
        {
            var keys = secrets.Select(one => new Key(one, ed25519)).ToList();
            if (keys.Count == 0) throw new ArgumentException("no secret to verify webhooks with", "secrets");
            string id = header("webhook-id"), stamp = header("webhook-timestamp"), signatures = header("webhook-signature");
            long seconds;
            if (string.IsNullOrEmpty(id) || string.IsNullOrEmpty(signatures) || !Number(stamp, out seconds))
                throw new WebhookException("headers", "webhook-id, webhook-timestamp or webhook-signature is missing or malformed");
            var age = (now ?? DateTimeOffset.UtcNow) - new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero).AddSeconds(seconds);
            if (age.Duration() > (tolerance ?? TimeSpan.FromMinutes(5)))
                throw new WebhookException("timestamp", "the delivery was signed too long ago, or in the future");
            var message = Encoding.UTF8.GetBytes(id + "." + stamp + ".").Concat(body).ToArray();
            var genuine = false;
            foreach (var signature in signatures.Split(' '))
                foreach (var key in keys) genuine |= key.Signed(message, signature);
            if (!genuine) throw new WebhookException("signature", "no signature of the delivery is right");
            long sequence, attempt;
            Number(header("predate-sequence"), out sequence);
            Number(header("predate-attempt"), out attempt);
            return new Webhook { Id = id, Sequence = (int)sequence, Attempt = (int)attempt, Test = header("predate-test") == "true", Event = EventOf(body) };
        }

        private static bool Number(string written, out long number)
        {
            number = 0;
            return written != null && written.Length <= 11 && long.TryParse(written, NumberStyles.None, CultureInfo.InvariantCulture, out number);
        }

        private static WebhookEvent EventOf(byte[] body)
        {
            try
            {
                var read = WebhookEvent.From(Json.Read(new UTF8Encoding(false, true).GetString(body)));
                if (read != null && read.Orderid != null && read.Status != null) return read;
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException || error is InvalidOperationException)
            {
                // no JSON, or not the members of an event
            }
            throw new WebhookException("body", "the delivery is signed, and its body is no event");
        }

        /// <summary>One secret or public key.</summary>
        private sealed class Key
        {
            private readonly byte[] key;
            private readonly Ed25519 ed25519;

            internal Key(string secret, Ed25519 ed25519)
            {
                var isPublic = secret.StartsWith("whpk_", StringComparison.Ordinal);
                try
                {
                    key = Convert.FromBase64String(isPublic || secret.StartsWith("whsec_", StringComparison.Ordinal) ? secret.Substring(secret.IndexOf('_') + 1) : secret);
                }
                catch (FormatException)
                {
                    key = new byte[0];
                }
                if (key.Length < 24 || isPublic && key.Length != 32) throw new ArgumentException("a secret is not of the form whsec_… or whpk_…");
                if (isPublic && ed25519 == null) throw new ArgumentException("a public key (whpk_…) needs a function that verifies Ed25519");
                this.ed25519 = isPublic ? ed25519 : null;
            }

            /// <summary>Compares a signature with the key's, in constant time.</summary>
            internal bool Signed(byte[] message, string signature)
            {
                var comma = signature.IndexOf(',');
                byte[] given;
                try
                {
                    given = Convert.FromBase64String(signature.Substring(comma + 1));
                }
                catch (FormatException)
                {
                    return false;
                }
                var scheme = signature.Substring(0, Math.Max(comma, 0));
                if (ed25519 != null) return scheme == "v1a" && given.Length == 64 && ed25519(key, message, given);
                using (var hmac = new HMACSHA256(key))
                {
                    var want = hmac.ComputeHash(message);
                    var difference = given.Length ^ want.Length;
                    for (var i = 0; i < want.Length; i++) difference |= want[i] ^ (i < given.Length ? given[i] : 0);
                    return scheme == "v1" && difference == 0;
                }
            }
        }
    }
}
