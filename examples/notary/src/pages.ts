import type { Dossier } from "./store.js";

const states: Record<string, string> = {
  confirmed: "commandé", received: "pièces complètes", waiting: "pièces demandées", done: "reçu", "need-refresh": "actualisation demandée",
};

const safe = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(title)}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2433}
h1{font-size:1.4rem} table{width:100%;border-collapse:collapse} th,td{text-align:left;padding:.6rem .5rem;border-bottom:1px solid #d7dce5}
.state{padding:.15rem .6rem;border-radius:1rem;background:#e8ecf3;white-space:nowrap} .done{background:#d9f2e1} .waiting{background:#fdeccb}
td:first-child{white-space:nowrap}
button,a.button{font:inherit;display:inline-block;white-space:nowrap;padding:.35rem .9rem;border:1px solid #33539e;border-radius:.3rem;background:#33539e;color:#fff;text-decoration:none;cursor:pointer}
ul{margin:.3rem 0}
</style></head><body>${body}</body></html>`;

const badge = (dossier: Dossier): string => `<span class="state ${dossier.state ?? ""}">${states[dossier.state ?? ""] ?? "à commander"}</span>`;

/** All dossiers, and what can be done with each. */
export function listPage(dossiers: readonly Dossier[]): string {
  const rows = dossiers.map((dossier) => {
    const action = dossier.statement
      ? `<a class="button" href="/dossiers/${dossier.id}/pre-etat-date.pdf">Ouvrir le PDF</a>`
      : dossier.orderid ? "" : `<form method="post" action="/dossiers/${dossier.id}/commande"><button>Commander</button></form>`;
    const asked = dossier.asked.length > 0 ? `<ul>${dossier.asked.map((one) => `<li>${safe(one)}</li>`).join("")}</ul>` : "";
    return `<tr><td><a href="/dossiers/${dossier.id}">${dossier.id}</a></td><td>${safe(dossier.title)}${asked}</td><td>${safe(dossier.seller)}</td><td>${badge(dossier)}</td><td>${action}</td></tr>`;
  });
  return page("Dossiers de vente", `<h1>Étude des Quatre-Vents – dossiers de vente</h1>
<table><thead><tr><th>Dossier</th><th>Bien</th><th>Vendeur</th><th>Pré-état daté</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table>`);
}

/** One dossier: what happened, and where a paper of the seller is given. */
export function dossierPage(dossier: Dossier): string {
  const give = dossier.state === "waiting"
    ? `<p><input type="file" id="paper"> <button id="give">Transmettre la pièce</button></p>
<script>document.getElementById("give").onclick = async () => {
  const file = document.getElementById("paper").files[0];
  if (file && (await fetch("/dossiers/${dossier.id}/pieces?nom=" + encodeURIComponent(file.name), { method: "POST", body: file })).ok) location.reload();
};</script>` : "";
  return page(dossier.title, `<p><a href="/">Tous les dossiers</a></p><h1>${safe(dossier.title)} ${badge(dossier)}</h1>
<ul>${dossier.history.map((line) => `<li>${safe(line)}</li>`).join("")}</ul>${give}`);
}
