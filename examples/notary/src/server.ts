import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { verifyWebhook, WebhookError } from "predate";
import { dossierPage, listPage } from "./pages.js";
import type { Study } from "./study.js";

const largest = 64 * 1024 * 1024; // bytes of a body: a statement comes in base64

/** The study's server. It has no accounts of its own: put it behind what the study's software signs its people in with. */
export function serve(study: Study): Server {
  return createServer((request, response) => {
    answer(study, request, response).catch((error: unknown) => {
      study.say(`not done: ${String(error)}`);
      if (!response.headersSent) response.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
      response.end("Réessayez dans un moment.\n");
    });
  });
}

async function answer(study: Study, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? "/", "http://study");
  const [, place, id, what] = address.pathname.split("/");
  if (request.method === "POST" && address.pathname === "/predate") return webhook(study, request, response);
  if (request.method === "GET" && address.pathname === "/") return html(response, listPage(study.store.dossiers));
  const dossier = place === "dossiers" ? study.store.dossier(id ?? "") : undefined;
  // A page of another site may not order in the study's name.
  const foreign = request.method !== "GET" && !["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"] as string | undefined);
  if (!dossier || foreign) {
    response.writeHead(foreign ? 403 : 404).end();
    return;
  }
  switch (`${request.method} ${what ?? ""}`) {
    case "GET ":
      return html(response, dossierPage(dossier));
    case "POST commande":
      await study.order(dossier);
      response.writeHead(303, { location: "/" }).end();
      return;
    case "POST pieces":
      await study.give(dossier, address.searchParams.get("nom") ?? "piece.pdf", await read(request));
      response.writeHead(204).end();
      return;
    case "GET pre-etat-date.pdf":
      if (!dossier.statement) break;
      response.writeHead(200, { "content-type": "application/pdf" }).end(study.store.read(dossier.statement));
      return;
  }
  response.writeHead(404).end();
}

// Deliveries are worked on one after the other, each before it is answered: two attempts of one never meet.
let turn: Promise<void> = Promise.resolve();

async function webhook(study: Study, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  try {
    const hook = verifyWebhook(study.store.webhook?.secret ?? "", request.headers, body);
    const taken = turn.then(() => study.take(hook));
    turn = taken.catch(() => undefined);
    await taken;
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error; // 503: it comes again
    study.say(`refused a delivery: ${error.reason}`);
    response.writeHead(401).end(error.reason);
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > largest) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function html(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
}
