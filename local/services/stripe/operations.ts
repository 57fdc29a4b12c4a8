import {
  createAccount,
  createAccountLink,
  createLoginLink,
  readAccount,
  refuseAccount,
  updateAccount,
} from "./accounts.ts";
import { authenticatePaymentIntent, confirmPaymentIntent } from "./confirm.ts";
import { createCustomerSession, detachFromElement, readElementSession } from "./customer-sessions.ts";
import { createCustomer, deleteCustomer, listCustomerMethods, readCustomer, readCustomerMethod } from "./customers.ts";
import { acceptDispute, updateDispute } from "./disputes.ts";
import { createFile } from "./files.ts";
import { listOperation } from "./lists.ts";
import { listPayouts, readPayout } from "./notices.ts";
import { cancelPaymentIntent, createPaymentIntent, readPaymentIntent } from "./payment-intents.ts";
import { detachMethod } from "./payment-methods.ts";
import { createFeeRefund, createRefund, createReversal } from "./refunds.ts";
import { type Operation, pathId } from "./service.ts";
import type { Kind } from "./state.ts";
import { calculateTax } from "./tax-calculations.ts";
import { createTaxReversal, findAssociation, readTransaction } from "./tax-transactions.ts";
import { connectedAccount, createTransfer, getBalance } from "./transfers.ts";

const read =
  (kind: Kind): Operation =>
  (call, { state }) =>
    state.get(kind, pathId(call));

/** The platform's balance, or a connected account's for requests on its behalf. */
const readBalance: Operation = (call, service) => {
  const amounts = call.account
    ? getBalance(service, connectedAccount(call, service))
    : [["usd", service.ledger.balance()]];
  const entries = [...(amounts as Iterable<readonly [string, number]>)];
  const mapAmounts = (getAmount: (amount: number) => number) =>
    entries.map(([currency, amount]) => ({
      amount: getAmount(amount),
      currency,
      source_types: { card: getAmount(amount) },
    }));
  return {
    object: "balance",
    available: mapAmounts((amount) => amount),
    pending: mapAmounts(() => 0),
    livemode: false,
  };
};

/** The supported operations by method and path; `:id` matches an id. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v2/core/accounts": createAccount,
  "POST /v2/core/account_links": createAccountLink,
  "POST /v1/accounts": refuseAccount,
  "GET /v1/accounts": listOperation("account"),
  "GET /v1/accounts/:id": readAccount,
  "POST /v1/accounts/:id": updateAccount,
  "POST /v1/accounts/:id/login_links": createLoginLink,
  "POST /v1/customers": createCustomer,
  "GET /v1/customers/:id": readCustomer,
  "DELETE /v1/customers/:id": deleteCustomer,
  "GET /v1/customers/:id/payment_methods": listCustomerMethods,
  "GET /v1/customers/:id/payment_methods/:id": readCustomerMethod,
  "POST /v1/customer_sessions": createCustomerSession,
  "POST /v1/payment_methods/:id/detach": detachMethod,
  "GET /v1/elements/sessions": readElementSession,
  "POST /v1/elements/payment_methods/:id/detach": detachFromElement,
  "POST /v1/payment_intents": createPaymentIntent,
  "GET /v1/payment_intents": listOperation("payment_intent"),
  "GET /v1/payment_intents/:id": readPaymentIntent,
  "POST /v1/payment_intents/:id/cancel": cancelPaymentIntent,
  "POST /v1/payment_intents/:id/confirm": confirmPaymentIntent,
  "POST /v1/payment_intents/:id/authenticate": authenticatePaymentIntent,
  "GET /v1/charges": listOperation("charge", ["payment_intent", "transfer_group"]),
  "GET /v1/charges/:id": read("charge"),
  "POST /v1/refunds": createRefund,
  "GET /v1/refunds": listOperation("refund", ["charge", "payment_intent"]),
  "GET /v1/refunds/:id": read("refund"),
  "POST /v1/transfers": createTransfer,
  "GET /v1/transfers": listOperation("transfer", ["destination", "transfer_group"]),
  "GET /v1/transfers/:id": read("transfer"),
  "POST /v1/transfers/:id/reversals": createReversal,
  "GET /v1/application_fees": listOperation("application_fee", ["charge"]),
  "GET /v1/application_fees/:id": read("application_fee"),
  "POST /v1/application_fees/:id/refunds": createFeeRefund,
  "GET /v1/disputes": listOperation("dispute", ["charge", "payment_intent"]),
  "GET /v1/disputes/:id": read("dispute"),
  "POST /v1/disputes/:id": updateDispute,
  "POST /v1/disputes/:id/close": acceptDispute,
  "POST /v1/files": createFile,
  "GET /v1/payouts": listPayouts,
  "GET /v1/payouts/:id": readPayout,
  "GET /v1/radar/early_fraud_warnings/:id": read("radar.early_fraud_warning"),
  "POST /v1/tax/calculations": calculateTax,
  "GET /v1/tax/associations/find": findAssociation,
  "GET /v1/tax/transactions/:id": readTransaction,
  "POST /v1/tax/transactions/create_reversal": createTaxReversal,
  "GET /v1/balance": readBalance,
  "GET /v1/balance_transactions": listOperation("balance_transaction", ["source", "type"]),
  "GET /v1/balance_transactions/:id": read("balance_transaction"),
  "GET /v1/events": listOperation("event", ["type"]),
  "GET /v1/events/:id": read("event"),
};

/** Operations that the publishable key may call. */
const PUBLIC = [
  "GET /v1/payment_intents/:id",
  "POST /v1/payment_intents/:id/confirm",
  "POST /v1/payment_intents/:id/authenticate",
  "GET /v1/elements/sessions",
  "POST /v1/elements/payment_methods/:id/detach",
];

const patterns = Object.entries(OPERATIONS).map(([key, operation]) => {
  const [method = "", path = ""] = key.split(" ");
  return {
    key,
    method,
    operation,
    isPublic: PUBLIC.includes(key),
    path: new RegExp(`^${path.replaceAll(":id", "([^/]+)")}$`),
  };
});

/** The operation of a request and the ids in its path. */
export function findOperation(method: string, path: string) {
  for (const pattern of patterns) {
    const found = pattern.method === method && pattern.path.exec(path);
    if (found) {
      const { key, operation, isPublic } = pattern;
      return { key, operation, isPublic, ids: found.slice(1) };
    }
  }
  return undefined;
}
