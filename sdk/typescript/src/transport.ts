import { PredateError, refusal } from "./errors.js";

/** Version of the library, told to the server in User-Agent. */
export const version = "1.0.0";

/** What a client needs. What is marked optional may be left out. */
export interface Config {
  /** The installation's public address. */
  baseUrl: string;
  /** prd_live_… or prd_test_… */
  apiKey: string;
  /** Of the key's account. */
  email: string;
  password: string;
  /** Of one call, the first included; by default 5. */
  maxAttempts?: number;
  /** The longest wait before a further attempt, in seconds; by default 60. */
  maxWait?: number;
  /** Until an attempt is given up, in seconds; by default 120. */
  timeout?: number;
  /** Put before the library's own User-Agent. */
  userAgent?: string;
  /** In the place of the fetch that Node.js brings. */
  fetch?: typeof fetch;
}

/** What changes one call. */
export interface CallOptions {
  /**
   * Names the request for good: the same again, even from another process within 30 days, gets the same answer.
   * Without it every call draws a key of its own, which its further attempts bear. Ignored by calls that bear none.
   */
  idempotencyKey?: string;
  /** Such as If-None-Match, Range or traceparent. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One request of a method, before it is sent. */
export interface Call {
  method: string;
  path: string;
  shape: "nothing" | "payload" | "document" | "file";
  credentials: "none" | "key" | "all";
  body?: unknown;
  query?: Record<string, unknown>;
  keyed?: boolean;
}

/** Sends calls: renews the token, tries again what may be tried again. */
export abstract class Transport {
  readonly #config: Config & Required<Pick<Config, "maxAttempts" | "maxWait" | "timeout">>;
  #token: Promise<string> | undefined;
  #until = 0;

  /** Asks for nothing yet: the first call authenticates. */
  constructor(config: Config) {
    if (!config.baseUrl || !config.apiKey) throw new TypeError("predate: baseUrl and apiKey are required");
    this.#config = { maxAttempts: 5, maxWait: 60, timeout: 120, ...config, baseUrl: config.baseUrl.replace(/\/+$/, "") };
  }

  /** Sends a call until it has an answer or may not go on, and reads it. */
  protected async call<T>(call: Call, options: CallOptions): Promise<T> {
    const key = call.keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    // A further attempt can do no harm to what reads, asks for a token, or bears a key.
    const mayRepeat = call.method === "GET" || call.credentials === "key" || key !== undefined;
    let renewed = false;
    return this.#again(mayRepeat, options.signal, async () => {
      for (;;) {
        const asked = call.credentials === "all" ? this.#accessToken() : undefined;
        const token = await asked?.catch((error: unknown) => {
          throw new Final(error); // it was tried again already
        });
        try {
          return (await this.#read(call, await this.#send(call, options, key, token))) as T;
        } catch (error) {
          const refused = error instanceof PredateError && error.code === "invalid_access_token";
          if (!refused || asked === undefined || renewed) throw error;
          renewed = true; // refused before anything was done: once more with another token
          if (this.#token === asked) this.#token = undefined;
        }
      }
    });
  }

  /**
   * Fetches a signed address that an event or an order gave. No credential is sent: the signature is the only one.
   */
  async download(address: string, options: CallOptions = {}): Promise<Uint8Array> {
    return this.#again(true, options.signal, async () => {
      const response = await this.#fetch(address, { headers: { ...options.headers } }, options.signal);
      return new Uint8Array(await response.arrayBuffer());
    });
  }

  /** Tries until there is an answer, with waits between; Retry-After is honoured. */
  async #again<T>(mayRepeat: boolean, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
    for (let made = 1; ; made++) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof Final) throw error.cause;
        const refused = error instanceof PredateError ? error : undefined;
        const goOn = refused ? refused.temporary : error instanceof ConnectionError;
        const backoff = Math.min(0.5 * 2 ** (made - 1), 8) * (0.5 + Math.random() / 2);
        const wait = refused?.retryAfter ?? backoff;
        if (!mayRepeat || !goOn || made >= this.#config.maxAttempts || wait > this.#config.maxWait || signal?.aborted) throw error;
        await sleep(wait, signal);
      }
    }
  }

  // Only one call asks for a new token; the others wait for it.
  #accessToken(): Promise<string> {
    if (this.#token !== undefined && Date.now() < this.#until) return this.#token;
    const began = Date.now();
    const call: Call = {
      method: "POST", path: "/account/auth", shape: "payload", credentials: "key",
      body: { email: this.#config.email, password: this.#config.password },
    };
    this.#until = Infinity;
    const asked: Promise<string> = this.call<{ access_token: string }>(call, {}).then(
      (given) => {
        if (this.#token === asked) this.#until = began + lifetime(given.access_token) * 900;
        return given.access_token;
      },
      (error: unknown) => {
        if (this.#token === asked) this.#token = undefined;
        throw error;
      },
    );
    return (this.#token = asked);
  }

  #send(call: Call, options: CallOptions, key?: string, token?: string): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const headers: Record<string, string> = { ...options.headers };
    if (call.body !== undefined) headers["Content-Type"] = "application/json";
    if (call.credentials !== "none") headers["X-Auth-Key"] = this.#config.apiKey;
    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
    if (key !== undefined) headers["Idempotency-Key"] = key;
    const address = this.#config.baseUrl + call.path + (query.size > 0 ? `?${query}` : "");
    const init: RequestInit = { method: call.method, headers };
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    return this.#fetch(address, init, options.signal);
  }

  async #fetch(address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#config.timeout * 1000);
    const headers = { ...(init.headers as Record<string, string>), "User-Agent": `${this.#config.userAgent ?? ""} predate-typescript/${version}`.trim() };
    let response: Response;
    let body: ArrayBuffer;
    try {
      response = await (this.#config.fetch ?? fetch)(address, { ...init, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      body = await response.arrayBuffer();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ConnectionError(`predate: no answer from ${new URL(address).host}`, { cause: error });
    }
    if (!response.ok) throw refusal(response, body);
    return new Response(response.status === 204 ? null : body, response);
  }

  async #read(call: Call, response: Response): Promise<unknown> {
    if (call.shape === "file") return new Uint8Array(await response.arrayBuffer());
    const answer = (await response.json()) as { payload?: unknown };
    if (call.shape === "nothing") return undefined;
    return call.shape === "payload" ? answer.payload : answer;
  }
}

/** No answer came: the network failed, or the time ran out. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
}

/** What ends a call whatever it may repeat. */
class Final {
  constructor(readonly cause: unknown) {}
}

/** How long a token lasts by its own words, in seconds, whatever the two clocks say; an hour if it does not tell. */
function lifetime(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { iat?: unknown; exp?: unknown };
    if (typeof claims.iat === "number" && typeof claims.exp === "number") return claims.exp - claims.iat;
  } catch {
    // not a token that tells
  }
  return 3600;
}

function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
