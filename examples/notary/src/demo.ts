// Plays a clerk of the study and the seller on the study's own pages, and checks what came of it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Client } from "predate";

const [study, paper] = process.argv.slice(2);
if (!study || !paper) throw new Error("usage: demo STUDY PAPER");
const client = new Client({
  baseUrl: process.env["PREDATE_URL"] ?? "", apiKey: process.env["PREDATE_API_KEY"] ?? "",
  email: process.env["PREDATE_EMAIL"] ?? "", password: process.env["PREDATE_PASSWORD"] ?? "",
});
const began = Date.now();
const say = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}`);

async function page(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(study + path, { redirect: "manual", ...init });
  if (response.status >= 400) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function shows(path: string, words: string): Promise<void> {
  for (const end = Date.now() + 60_000; !(await (await page(path)).text()).includes(words); await new Promise((done) => setTimeout(done, 50))) {
    if (Date.now() > end) throw new Error(`${path} does not show «${words}»`);
  }
}

async function proven(id: string): Promise<void> {
  const pdf = Buffer.from(await (await page(`/dossiers/${id}/pre-etat-date.pdf`)).arrayBuffer());
  const sum = createHash("sha256").update(pdf).digest("hex");
  for await (const order of client.eachOrder({ external_id: id })) {
    const view = await client.readOrder(order.orderid);
    if (view.state !== "done" || view.statement?.sha256 !== sum) throw new Error(`${id}: the study's PDF is not the statement of ${order.orderid}`);
    say(`${id}  the study's PDF is the statement of ${order.orderid}: SHA-256 ${sum.slice(0, 12)}…`);
  }
}

say("the clerk orders both dossiers");
for (const id of ["2026-118", "2026-121"]) await page(`/dossiers/${id}/commande`, { method: "POST" });
await shows("/dossiers/2026-118", "état : done");
await proven("2026-118");
await shows("/dossiers/2026-121", "pièces demandées au vendeur");
const picture = process.env["PICTURE"];
if (picture) execFileSync("chromium", ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1000,420", `--screenshot=${picture}`, `${study}/`], { stdio: "ignore" });
say("2026-121  the seller was written to, and brings the paper");
await page(`/dossiers/2026-121/pieces?nom=${encodeURIComponent(basename(paper))}`, { method: "POST", body: readFileSync(paper) });
await shows("/dossiers/2026-121", "état : done");
await proven("2026-121");
const forged = { "webhook-id": "dlv_forged", "webhook-timestamp": String(Math.floor(Date.now() / 1000)), "webhook-signature": "v1,AAAA" };
const refused = await fetch(`${study}/predate`, { method: "POST", headers: forged, body: "{}" });
if (refused.status !== 401) throw new Error(`a forged delivery was answered ${refused.status}`);
say("a forged delivery is refused: 401");
say("done: two orders, two statements, every delivery verified");
