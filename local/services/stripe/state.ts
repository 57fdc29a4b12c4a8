import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import { openDatabase } from "../database.ts";
import { missing } from "./errors.ts";

/** The stored objects, discriminated by `object`. */
export type StripeObject =
  | Stripe.Account
  | Stripe.ApplicationFee
  | Stripe.BalanceTransaction
  | Stripe.Charge
  | Stripe.Customer
  | Stripe.DeletedCustomer
  | Stripe.Dispute
  | Stripe.Event
  | Stripe.FeeRefund
  | Stripe.File
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Payout
  | Stripe.Radar.EarlyFraudWarning
  | Stripe.Refund
  | Stripe.Tax.Association
  | (Stripe.Tax.Calculation & { id: string })
  | Stripe.Tax.Transaction
  | Stripe.Transfer
  | Stripe.TransferReversal;

export type Kind = StripeObject["object"];
export type OfKind<K extends Kind> = Extract<StripeObject, { object: K }>;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS objects (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS objects_of ON objects (kind, number);
CREATE TABLE IF NOT EXISTS answers (
  key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, until INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS connected (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS connected_of ON connected (account, number);
CREATE TABLE IF NOT EXISTS sessions (secret TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS links (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
  event TEXT PRIMARY KEY, body TEXT NOT NULL, due INTEGER NOT NULL, tried INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL);`;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random letters and digits, as in Stripe's ids. */
export const randomText = (length: number) =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");

/** An id like Stripe's: `pi_` and 24 letters or digits. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`;

/** Opens the state, in `dir` or in memory. */
export function openState(dir: string | undefined) {
  const database = openDatabase(dir, "stripe", SCHEMA);
  return {
    database,
    ...openObjects(database),
    connected: openConnected(database),
    sessions: openSessions(database),
    getSecret: openKeys(database),
  };
}

export type State = ReturnType<typeof openState>;

function openObjects(database: DatabaseSync) {
  const select = database.prepare("SELECT body FROM objects WHERE id = ? AND kind = ?");
  const selectAny = database.prepare(
    "SELECT body FROM objects WHERE id = ?1 UNION ALL SELECT body FROM connected WHERE id = ?1",
  );
  const selectAll = database.prepare("SELECT body FROM objects WHERE kind = ? ORDER BY number DESC");
  const upsert = database.prepare(
    "INSERT INTO objects (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
  );
  const remove = database.prepare("DELETE FROM objects WHERE id = ?");
  const parseRow = (row: unknown) => JSON.parse((row as { body: string }).body) as unknown;

  function find<K extends Kind>(kind: K, id: string) {
    const row = select.get(id, kind);
    return row && (parseRow(row) as OfKind<K>);
  }
  return {
    find,
    /** Also one of a connected account, which the platform sees by expanding its id. */
    findAny(id: string) {
      const row = selectAny.get(id);
      return row && (parseRow(row) as StripeObject);
    },
    /** Throws Stripe's 404 where there is none. */
    get<K extends Kind>(kind: K, id: string, param?: string): OfKind<K> {
      const found = find(kind, id);
      if (!found) throw missing(kind, id, param);
      return found;
    },
    /** Newest first. */
    all: <K extends Kind>(kind: K) => selectAll.all(kind).map((row) => parseRow(row) as OfKind<K>),
    remove: (id: string) => void remove.run(id),
    put<O extends StripeObject>(object: O): O {
      upsert.run(object.id, object.object, JSON.stringify(object));
      return object;
    },
  };
}

/** Objects of connected accounts, which the platform's own lists don't include. */
function openConnected(database: DatabaseSync) {
  const insert = database.prepare("INSERT INTO connected (id, account, body) VALUES (?, ?, ?)");
  const selectAll = database.prepare("SELECT body FROM connected WHERE account = ? ORDER BY number");
  const select = database.prepare("SELECT body FROM connected WHERE account = ? AND id = ?");
  type Connected = Stripe.BalanceTransaction | Stripe.Charge | Stripe.Payout;
  const objects = (account: string) =>
    selectAll.all(account).map((row) => JSON.parse((row as { body: string }).body) as Connected);
  return {
    put<O extends Connected>(account: string, object: O): O {
      insert.run(object.id, account, JSON.stringify(object));
      return object;
    },
    /** Throws Stripe's 404 where the account has no such payout. */
    payout(account: string, id: string): Stripe.Payout {
      const row = select.get(account, id) as { body: string } | undefined;
      const found = row && (JSON.parse(row.body) as Connected);
      if (found?.object !== "payout") throw missing("payout", id, "payout");
      return found;
    },
    /** The account's balance transactions, oldest first. */
    transactions: (account: string) =>
      objects(account).filter(({ object }) => object === "balance_transaction") as Stripe.BalanceTransaction[],
    /** Its payouts, oldest first. */
    payouts: (account: string) => objects(account).filter(({ object }) => object === "payout") as Stripe.Payout[],
  };
}

/** Customer sessions by their secrets: they have no ids. */
function openSessions(database: DatabaseSync) {
  const insert = database.prepare("INSERT INTO sessions (secret, body) VALUES (?, ?)");
  const select = database.prepare("SELECT body FROM sessions WHERE secret = ?");
  return {
    put: (session: Stripe.CustomerSession) => void insert.run(session.client_secret, JSON.stringify(session)),
    find(secret: string): Stripe.CustomerSession | undefined {
      const row = select.get(secret) as { body: string } | undefined;
      return row && (JSON.parse(row.body) as Stripe.CustomerSession);
    },
  };
}

/** Keys are generated once and stored. */
function openKeys(database: DatabaseSync) {
  const insert = database.prepare("INSERT OR IGNORE INTO keys (name, value) VALUES (?, ?)");
  const select = database.prepare("SELECT value FROM keys WHERE name = ?");
  return (name: string, prefix: string) => {
    insert.run(name, newId(prefix, 32));
    return (select.get(name) as { value: string }).value;
  };
}
