using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Predate
{
    /// <summary>What a client writes into the body of a request.</summary>
    public interface IRequest
    {
        /// <summary>What the request bears.</summary>
        Dictionary<string, object> ToJson();
    }

    /// <summary>
    /// JSON as dictionaries, lists, texts, numbers (long or double), truth values and null: so small that the library needs
    /// no package, and no reflection.
    /// </summary>
    internal static class Json
    {
        internal static object Get(Dictionary<string, object> all, string name)
        {
            object value;
            return all.TryGetValue(name, out value) ? value : null;
        }

        internal static void Put(Dictionary<string, object> all, string name, object value)
        {
            if (value != null) all[name] = value;
        }

        internal static string Text(object value) { return value as string; }

        internal static long? Whole(object value) { return value is long ? (long)value : (long?)null; }

        internal static long WholeNumber(object value) { return value is long ? (long)value : 0; }

        internal static double? Decimal(object value) { return value is long ? (long)value : value as double?; }

        internal static bool? Truth(object value) { return value as bool?; }

        internal static Dictionary<string, object> Map(object value) { return value as Dictionary<string, object>; }

        internal static List<T> List<T>(object value, Func<object, T> of)
        {
            var given = value as List<object>;
            return given == null ? null : given.ConvertAll(one => of(one));
        }

        /// <summary>Reads an HTTP-date.</summary>
        internal static DateTimeOffset? Date(object value)
        {
            var text = value as string;
            if (text == null) return null;
            return DateTimeOffset.ParseExact(text, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
        }

        internal static string Written(object value)
        {
            if (value is bool) return (bool)value ? "true" : "false";
            return Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        internal static string Write(object value)
        {
            var text = new StringBuilder();
            Write(text, value);
            return text.ToString();
        }

        private static void Write(StringBuilder text, object value)
        {
            var request = value as IRequest;
            if (request != null) value = request.ToJson();
            var words = value as string;
            var map = value as IDictionary<string, object>;
            if (value == null) text.Append("null");
            else if (words != null) Quote(text, words);
            else if (map != null) Join(text, '{', map, '}', one => { Quote(text, one.Key); text.Append(':'); Write(text, one.Value); });
            else if (value is IEnumerable) Join(text, '[', Items((IEnumerable)value), ']', one => Write(text, one));
            else if (value is double) text.Append(((double)value).ToString("R", CultureInfo.InvariantCulture));
            else text.Append(Written(value));
        }

        private static IEnumerable<object> Items(IEnumerable all)
        {
            foreach (var one in all) yield return one;
        }

        private static void Join<T>(StringBuilder text, char open, IEnumerable<T> all, char close, Action<T> write)
        {
            text.Append(open);
            var first = true;
            foreach (var one in all)
            {
                if (!first) text.Append(',');
                first = false;
                write(one);
            }
            text.Append(close);
        }

        private static void Quote(StringBuilder text, string words)
        {
            text.Append('"');
            foreach (var c in words)
            {
                if (c == '"' || c == '\\') text.Append('\\').Append(c);
                else if (c < ' ' || char.IsSurrogate(c)) text.Append("\\u").Append(((int)c).ToString("x4"));
                else text.Append(c);
            }
            text.Append('"');
        }

        /// <summary>Reads JSON; throws FormatException on what is none.</summary>
        internal static object Read(string text)
        {
            var reader = new Reader(text);
            var value = reader.Value(0);
            reader.End();
            return value;
        }

        private sealed class Reader
        {
            private readonly string text;
            private int at;

            internal Reader(string text) { this.text = text; }

            internal void End()
            {
                if (Next() != '\0' || at < text.Length) throw Wrong();
            }

            internal object Value(int depth)
            {
                if (depth > 100) throw Wrong();
                switch (Next())
                {
                    case '{': return Members(depth);
                    case '[': return Elements(depth);
                    case '"': return Words();
                    case 't': return Word("true", true);
                    case 'f': return Word("false", false);
                    case 'n': return Word("null", null);
                    default: return Number();
                }
            }

            private Dictionary<string, object> Members(int depth)
            {
                var all = new Dictionary<string, object>();
                at++;
                if (Taken('}')) return all;
                do
                {
                    if (Next() != '"') throw Wrong();
                    var name = Words();
                    if (!Taken(':')) throw Wrong();
                    all[name] = Value(depth + 1);
                }
                while (Taken(','));
                if (!Taken('}')) throw Wrong();
                return all;
            }

            private List<object> Elements(int depth)
            {
                var all = new List<object>();
                at++;
                if (Taken(']')) return all;
                do all.Add(Value(depth + 1));
                while (Taken(','));
                if (!Taken(']')) throw Wrong();
                return all;
            }

            private string Words()
            {
                var words = new StringBuilder();
                for (at++; at < text.Length && text[at] != '"'; at++)
                {
                    if (text[at] < ' ') throw Wrong();
                    if (text[at] != '\\')
                    {
                        words.Append(text[at]);
                        continue;
                    }
                    if (++at >= text.Length) throw Wrong();
                    var place = "\"\\/bfnrt".IndexOf(text[at]);
                    if (place >= 0) words.Append("\"\\/\b\f\n\r\t"[place]);
                    else words.Append(Escaped());
                }
                if (at++ >= text.Length) throw Wrong();
                return words.ToString();
            }

            private char Escaped()
            {
                ushort code;
                if (text[at] != 'u' || at + 4 >= text.Length) throw Wrong();
                if (!ushort.TryParse(text.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code)) throw Wrong();
                at += 4;
                return (char)code;
            }

            private object Word(string word, object value)
            {
                if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Wrong();
                at += word.Length;
                return value;
            }

            private object Number()
            {
                var from = at;
                while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
                var written = text.Substring(from, at - from);
                long whole;
                double number;
                if (long.TryParse(written, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)) return whole;
                if (double.TryParse(written, NumberStyles.Float, CultureInfo.InvariantCulture, out number)) return number;
                throw Wrong();
            }

            private bool Taken(char c)
            {
                if (Next() != c || at >= text.Length) return false;
                at++;
                return true;
            }

            private char Next()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
                return at < text.Length ? text[at] : '\0';
            }

            private FormatException Wrong() { return new FormatException("no JSON at " + at); }
        }
    }
}
