using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Predate
{
    internal enum Bearing { None, Key, All }

    /// <summary>One request of a method, before it is sent.</summary>
    internal sealed class Call
    {
        internal readonly string Method;
        internal readonly string Path;
        internal readonly Bearing Bearing;
        internal IDictionary<string, string> Headers;
        internal object Body;
        internal bool Keyed;
        internal string IdempotencyKey;
        internal string Query = "";

        internal Call(string method, string path, Bearing bearing)
        {
            Method = method;
            Path = path;
            Bearing = bearing;
        }

        /// <summary>A further attempt can do no harm to what reads, asks for a token, or bears a key.</summary>
        internal bool MayRepeat { get { return Method == "GET" || Bearing == Bearing.Key || Keyed; } }

        internal void Ask(string name, object value)
        {
            if (value != null) Query += (Query == "" ? "?" : "&") + name + "=" + Client.Escaped(value);
        }
    }

    /// <summary>One page of a list, and where the next begins.</summary>
    internal sealed class Page<T>
    {
        internal readonly List<T> Items;
        internal readonly string Next;

        internal Page(List<T> items, string next)
        {
            Items = items;
            Next = next;
        }
    }

    /// <summary>
    /// Goes over a list page by page: <c>await foreach (var one in pages)</c>, or MoveNextAsync and Current in older C#.
    /// </summary>
    public sealed class Pages<T>
    {
        private readonly Func<string, Task<Page<T>>> fetch;
        private Page<T> page;
        private int at;

        internal Pages(Func<string, Task<Page<T>>> fetch) { this.fetch = fetch; }

        /// <summary>Begins anew.</summary>
        public Pages<T> GetAsyncEnumerator() { return new Pages<T>(fetch); }

        /// <summary>The one that MoveNextAsync has reached.</summary>
        public T Current { get { return page.Items[at]; } }

        /// <summary>Goes on to the next one; false when there is none.</summary>
        public async Task<bool> MoveNextAsync()
        {
            at++;
            if (page == null) await FetchAsync(null).ConfigureAwait(false);
            while (at >= page.Items.Count)
            {
                if (page.Next == null) return false;
                await FetchAsync(page.Next).ConfigureAwait(false);
            }
            return true;
        }

        private async Task FetchAsync(string from)
        {
            page = await fetch(from).ConfigureAwait(false);
            at = 0;
        }
    }
}
