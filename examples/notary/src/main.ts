import { Client } from "predate";
import { dossiers } from "./dossiers.js";
import { serve } from "./server.js";
import { Store } from "./store.js";
import { Study } from "./study.js";

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const client = new Client({
  baseUrl: setting("PREDATE_URL"), apiKey: setting("PREDATE_API_KEY"), email: setting("PREDATE_EMAIL"), password: setting("PREDATE_PASSWORD"),
  userAgent: "etude-quatre-vents/1",
});
const port = Number(process.env["PORT"] ?? 3000);
const study = new Study(new Store(process.env["STUDY_DATA"] ?? "study-data", dossiers), client, true, (line) => console.log(line));
const server = serve(study);
await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
await study.listen(process.env["STUDY_CALLBACK"] ?? `http://127.0.0.1:${port}/predate`);
console.log(`the study is at http://127.0.0.1:${port}/`);
