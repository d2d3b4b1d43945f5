import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { NewOrder, State } from "predate";

/** One sale that the study handles. */
export interface Dossier {
  id: string;
  title: string;
  seller: string;
  /** What is ordered, but for what the order itself adds. */
  property: Omit<NewOrder, "external_id" | "test_mode">;
  orderid?: string;
  state?: State;
  /** The newest event that was taken: an older one that comes late changes nothing. */
  sequence: number;
  /** What the seller was asked for, in the words of the service. */
  asked: string[];
  /** The seller's own page, to send to him. */
  sellerPage?: string;
  /** The file that holds the statement, beside the store. */
  statement?: string;
  history: string[];
}

interface Kept {
  dossiers: Dossier[];
  /** The webhook-id of every delivery that was taken. */
  taken: string[];
  webhook?: { id: string; secret: string; url: string };
}

/** The study's files: one of JSON, and the papers beside it. Nothing is told as taken before it is on the disk. */
export class Store {
  readonly #folder: string;
  readonly #kept: Kept;

  constructor(folder: string, first: Dossier[]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    const file = join(folder, "dossiers.json");
    this.#kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : { dossiers: first, taken: [] };
  }

  get dossiers(): readonly Dossier[] {
    return this.#kept.dossiers;
  }

  dossier(id: string): Dossier | undefined {
    return this.#kept.dossiers.find((one) => one.id === id);
  }

  get webhook(): Kept["webhook"] {
    return this.#kept.webhook;
  }

  set webhook(webhook: Kept["webhook"]) {
    if (webhook) this.#kept.webhook = webhook;
    this.save();
  }

  knows(webhookId: string): boolean {
    return this.#kept.taken.includes(webhookId);
  }

  take(webhookId: string): void {
    this.#kept.taken.push(webhookId);
    this.save();
  }

  save(): void {
    this.write("dossiers.json", Buffer.from(JSON.stringify(this.#kept, null, 2)));
  }

  /** Writes a file whole or not at all. */
  write(name: string, content: Uint8Array): void {
    const draft = join(this.#folder, `${name}.draft`);
    const file = openSync(draft, "w", 0o600);
    try {
      for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, join(this.#folder, name));
  }

  read(name: string): Buffer {
    return readFileSync(join(this.#folder, name));
  }
}
