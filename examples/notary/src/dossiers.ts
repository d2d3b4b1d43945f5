import type { Dossier } from "./store.js";

const sale = (id: string, title: string, username: string): Dossier => ({
  id, title, seller: "Mme Hélène Vassorelle", sequence: 0, asked: [], history: [],
  property: {
    address: "18 rue des Maraîchers-Fleuris", city: "Lyon", zipcode: "69003", lots: "14, 38", all_due_paid: true,
    owners: [{ firstname: "Hélène", lastname: "Vassorelle" }],
    invoice: { address: "1 place de l’Étude", city: "Lyon", zipcode: "69003", lastname: "Étude des Quatre-Vents" },
    method: "extranet",
    syndic: { name: "Cabinet Orvellac-Brimont", username, password: "x", url: "https://extranet.example/" },
  },
});

/** Invented sales, for test mode: the user name says how the order goes. */
export const dossiers: Dossier[] = [
  sale("2026-118", "Appartement T3, 18 rue des Maraîchers-Fleuris", "test-done"),
  sale("2026-121", "Appartement T2 et cave, même immeuble", "test-waiting-document"),
];
