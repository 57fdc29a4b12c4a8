import type Stripe from "stripe";
import { html, type Markup } from "#local/developer-pages/html.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { failPayout, payOut, warnOfFraud } from "./notices.ts";
import { pageLayout } from "./page-layout.ts";
import type { Service } from "./service.ts";

const MAX_ROWS = 50;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/**
 * The latest charges, with buttons to report a charge as fraud, to dispute it and to decide the dispute, and the sellers' accounts
 * with buttons for payouts.
 */
export function paymentsPage({ state }: Service): string {
  const disputes = new Map(state.all("dispute").map((dispute) => [dispute.charge, dispute]));
  const charges = state.all("charge").slice(0, MAX_ROWS);
  const warned = new Set(state.all("radar.early_fraud_warning").map(({ charge }) => charge));
  const rows = charges.map((charge) => row(charge, disputes.get(charge.id), warned.has(charge.id)));
  const payees = new Set(
    charges.flatMap(({ transfer_data }) => (transfer_data ? [String(transfer_data.destination)] : [])),
  );
  const accounts = [...payees].map(
    (id) => html`<article><div><strong>${id}</strong><small>A seller's account</small></div>
<form method="post">${button(`payout ${id}`, "Pay out")}${button(`fail ${id}`, "Let a payout fail")}</form></article>`,
  );
  return pageLayout("Payments", html`${rows.length > 0 ? rows : html`<p>No payments yet.</p>`}${accounts}`);
}

const button = (action: string, text: string) => html`<button name="action" value="${action}">${text}</button>`;

function row(charge: Stripe.Charge, dispute: Stripe.Dispute | undefined, isWarned: boolean): Markup {
  const isOpen = dispute && !["won", "lost"].includes(dispute.status);
  const actions = isOpen
    ? html`${button(`won ${dispute.id}`, "Seller wins")}${button(`lost ${dispute.id}`, "Buyer wins")}`
    : !dispute &&
      !charge.refunded &&
      html`${button(`dispute ${charge.id}`, "Dispute")}${!isWarned && button(`warn ${charge.id}`, "Report as fraud")}`;
  const status = dispute ? `dispute ${dispute.status.replaceAll("_", " ")}` : charge.refunded ? "refunded" : "paid";
  return html`<article><div><strong>${dollars(charge.amount)}</strong> ${status}
<small>${charge.id} · ${new Date(charge.created * 1000).toISOString().slice(0, 16).replace("T", " ")}</small></div>
${actions && html`<form method="post">${actions}</form>`}</article>`;
}

/** A charge by its id or its payment's. */
const findCharge = ({ state }: Service, id: string) =>
  state.all("charge").find(({ payment_intent }) => payment_intent === id) ?? state.get("charge", id);

/** The id of a seller's account, also by a payment that they received. */
const findSellerAccount = (service: Service, id: string) =>
  service.state.find("account", id) ? id : String(findCharge(service, id).transfer_data?.destination);

/** Handles a button of the page. */
export function actOnPayment(service: Service, form: URLSearchParams): void {
  const [action = "", id = ""] = (form.get("action") ?? "").split(" ");
  if (action === "payout") payOut(service, id);
  if (action === "fail") failPayout(service, findSellerAccount(service, id));
  if (action === "dispute") openDispute(service, findCharge(service, id));
  if (action === "warn") warnOnce(service, findCharge(service, id));
  if (action === "won" || action === "lost") closeDispute(service, id, action);
}

function warnOnce(service: Service, { id }: Stripe.Charge) {
  const isWarned = service.state.all("radar.early_fraud_warning").some(({ charge }) => charge === id);
  if (!isWarned) warnOfFraud(service, id);
}
