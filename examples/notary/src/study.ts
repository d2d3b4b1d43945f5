import { type Client, type DoneEvent, newDocument, type Webhook } from "predate";
import type { Dossier, Store } from "./store.js";

/** What the study does with its dossiers, whoever asks for it. */
export class Study {
  constructor(readonly store: Store, readonly client: Client, readonly testMode: boolean, readonly say: (line: string) => void) {}

  /** Registers the callback once; its secret is shown once, and kept. */
  async listen(url: string): Promise<void> {
    if (this.store.webhook?.url === url) return;
    const endpoint = await this.client.createWebhook({ url, details: true, content: "inline", test_mode: this.testMode });
    this.store.webhook = { id: endpoint.id, secret: endpoint.secret ?? "", url };
    this.say(`webhooks are taken at ${url}`);
  }

  /** Orders the pré-état daté of a dossier. Asked twice, even after a crash, it orders once: the key is the dossier's. */
  async order(dossier: Dossier): Promise<void> {
    if (dossier.orderid) return;
    const order = { ...dossier.property, external_id: dossier.id, test_mode: this.testMode };
    const placed = await this.client.createOrder(order, { idempotencyKey: `notary-${dossier.id}` });
    dossier.orderid = placed.orderid;
    dossier.state ??= placed.state;
    this.note(dossier, `commande ${placed.orderid} passée`);
  }

  /** Gives a paper of the seller to the order. */
  async give(dossier: Dossier, filename: string, content: Uint8Array): Promise<void> {
    if (!dossier.orderid) throw new Error("rien n’est commandé");
    await this.client.addDocuments(dossier.orderid, { documents: [newDocument(filename, content)] });
    this.note(dossier, `pièce transmise : ${filename}`);
  }

  /** Takes a verified delivery: once, and never back to what is older. */
  async take(hook: Webhook): Promise<void> {
    if (this.store.knows(hook.id)) return;
    const dossier = this.store.dossier(hook.event.external_id);
    // A rehearsal has no sequence, and an event of another order than ours changes nothing.
    if (dossier && hook.sequence > dossier.sequence && (dossier.orderid ?? hook.event.orderid) === hook.event.orderid) {
      if (hook.event.status === "done") await this.#keep(dossier, hook.event);
      if (hook.event.status === "waiting") await this.#ask(dossier, hook.event.orderid);
      dossier.sequence = hook.sequence;
      dossier.state = hook.event.status;
      this.note(dossier, `état : ${hook.event.status}`);
    }
    this.store.take(hook.id);
  }

  async #keep(dossier: Dossier, event: DoneEvent): Promise<void> {
    const pdf = await this.client.statementOf(event);
    dossier.statement = `${dossier.id}.pdf`;
    dossier.asked = [];
    this.store.write(dossier.statement, pdf);
    this.note(dossier, `pré-état daté reçu (${pdf.length} octets)`);
  }

  /** Writes to the seller what lacks, with the address of his page. */
  async #ask(dossier: Dossier, orderid: string): Promise<void> {
    const list = await this.client.readChecklist(orderid);
    dossier.asked = list.items.filter((item) => item.blocking && item.state !== "satisfied").flatMap((item) => item.why);
    if (list.corner_url) dossier.sellerPage = list.corner_url;
    const letter = [
      `${dossier.seller},`, "", "Pour établir le pré-état daté de votre vente, il nous manque :", "",
      ...dossier.asked.map((one) => `– ${one}`), "", `Vous pouvez déposer ces pièces ici : ${dossier.sellerPage ?? "à l’étude"}`, "",
    ].join("\n");
    this.store.write(`${dossier.id}-courrier.txt`, Buffer.from(letter));
    this.note(dossier, `pièces demandées au vendeur : ${dossier.asked.join(" ")}`);
  }

  note(dossier: Dossier, line: string): void {
    dossier.history.push(line);
    this.store.save();
    this.say(`${dossier.id}  ${line}`);
  }
}
