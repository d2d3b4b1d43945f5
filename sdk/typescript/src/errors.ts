/** A refusal of the API. */
export class PredateError extends Error {
  override name = "PredateError";
  constructor(
    /** For people. */
    message: string,
    /** Of HTTP. */
    readonly status: number,
    /** Machine-readable, such as order_not_found; empty when the answer is not the API's. */
    readonly code: string,
    /** Quote it when you ask for help. */
    readonly requestId: string,
    /** Under invalid_request: what is wrong with each field, such as owners[0].lastname. */
    readonly fields: Record<string, string>,
    /** How many seconds the server asks to wait. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later. */
  get temporary(): boolean {
    return [429, 502, 503, 504].includes(this.status) || ["idempotency_in_progress", "body_too_slow"].includes(this.code);
  }
}

/** 400: the request, or the API key, is not valid. */
export class InvalidRequestError extends PredateError {
  override name = "InvalidRequestError";
}
/** 401: the e-mail and password, or the token, are not good. */
export class AuthenticationError extends PredateError {
  override name = "AuthenticationError";
}
/** 403: known, and not allowed. */
export class ForbiddenError extends PredateError {
  override name = "ForbiddenError";
}
/** 404: no such thing, or not yours. */
export class NotFoundError extends PredateError {
  override name = "NotFoundError";
}
/** 409: the right request at the wrong moment. */
export class ConflictError extends PredateError {
  override name = "ConflictError";
}
/** 429: slow down. */
export class RateLimitError extends PredateError {
  override name = "RateLimitError";
}

const kinds: Record<number, typeof PredateError> = {
  400: InvalidRequestError, 401: AuthenticationError, 403: ForbiddenError, 404: NotFoundError, 409: ConflictError, 429: RateLimitError,
};

/** Reads the answer that refuses. */
export function refusal(response: Response, body: ArrayBuffer): PredateError {
  const code = response.headers.get("predate-error") ?? "";
  let message = response.statusText;
  try {
    const envelope = JSON.parse(Buffer.from(body).toString()) as { message?: unknown };
    if (typeof envelope.message === "string") message = envelope.message;
  } catch {
    // not an envelope
  }
  const after = response.headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  const kind = kinds[response.status] ?? PredateError;
  return new kind(
    message, response.status, code, response.headers.get("Request-Id") ?? "",
    code === "invalid_request" ? fieldsOf(message) : {}, Number.isNaN(seconds) ? undefined : Math.max(0, seconds),
  );
}

// «Invalid request: zipcode: must be five digits; city: is required»
function fieldsOf(message: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const one of message.slice(message.indexOf(": ") + 2).split("; ")) {
    const at = one.indexOf(": ");
    if (at > 0) fields[one.slice(0, at)] = one.slice(at + 2);
  }
  return fields;
}
