export { Client, newDocument } from "./client.js";
export * from "./errors.js";
export type * from "./operations.js";
export { type CallOptions, type Config, ConnectionError, version } from "./transport.js";
export type * from "./types.js";
export * from "./webhook.js";
