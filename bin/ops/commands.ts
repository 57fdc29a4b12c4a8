import type { OperatorRole } from "#lib/constructs/operators.ts";
import type { Command } from "../command/command.ts";

/** A command of `npm run ops`, loaded when it is called. */
export interface ListedCommand {
  readonly name: string;
  /** The operators' role whose policy allows all calls of the command. */
  readonly role: OperatorRole;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** Every command for operators; docs/operations.md lists them by permission. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: "redrive",
    role: "release",
    summary: "Redrives failed stream records, uploads and queue messages",
    load: () => import("./redrive.ts"),
  },
  {
    name: "dead-letters",
    role: "release",
    summary: "Lists failed events, or deletes one",
    load: () => import("./dead-letters.ts"),
  },
  {
    name: "reindex",
    role: "release",
    summary: "Rebuilds the search index",
    load: () => import("./reindex.ts"),
  },
  {
    name: "restore",
    role: "restore",
    summary: "Prepares a restored table for the stack, or reconciles the search index and Cognito users with it",
    load: () => import("./restore.ts"),
  },
  {
    name: "item",
    role: "restore",
    summary: "Shows, hides or restores an item of the table",
    load: () => import("./item.ts"),
  },
  {
    name: "accounts",
    role: "moderate",
    summary: "Ends an account's sessions, removes its second factors, or deletes abandoned Cognito users",
    load: () => import("./accounts.ts"),
  },
  {
    name: "block",
    role: "moderate",
    summary: "Blocks an account or artwork",
    load: () => import("./block.ts"),
  },
  {
    name: "unblock",
    role: "moderate",
    summary: "Unblocks an account or artwork",
    load: () => import("./unblock.ts"),
  },
  {
    name: "takedown",
    role: "moderate",
    summary: "Takes down a reported artwork and notifies both parties",
    load: () => import("./takedown.ts"),
  },
  {
    name: "counter-notice",
    role: "moderate",
    summary: "Records a counter-notice, or restores the artwork after the waiting period",
    load: () => import("./counter-notice.ts"),
  },
  {
    name: "mature",
    role: "moderate",
    summary: "Marks an artwork as mature, or removes the mark",
    load: () => import("./mature.ts"),
  },
  {
    name: "thread",
    role: "moderate",
    summary: "Prints a reported conversation",
    load: () => import("./thread.ts"),
  },
  {
    name: "erase-user",
    role: "moderate",
    summary: "Closes an account and erases its personal data, at the owner's request",
    load: () => import("./erase-user.ts"),
  },
  {
    name: "export-user",
    role: "moderate",
    summary: "Exports a person's data into a folder",
    load: () => import("./export-user.ts"),
  },
  {
    name: "curate",
    role: "moderate",
    summary: "Sets the home page's curated artwork",
    load: () => import("./curate.ts"),
  },
  {
    name: "synonyms",
    role: "moderate",
    summary: "Sets the search synonyms",
    load: () => import("./synonyms.ts"),
  },
  {
    name: "discount",
    role: "moderate",
    summary: "Creates or ends a discount code, or lists a seller's codes",
    load: () => import("./discount.ts"),
  },
  {
    name: "order",
    role: "moderate",
    summary: "Finds a user's order by its number",
    load: () => import("./order.ts"),
  },
  {
    name: "ledger",
    role: "release",
    summary: "Compares the orders with Stripe's payments",
    load: () => import("./ledger.ts"),
  },
  {
    name: "disputes",
    role: "release",
    summary: "Lists disputes that need evidence, or submits evidence",
    load: () => import("./disputes.ts"),
  },
  {
    name: "rotate",
    role: "release",
    summary: "Rotates a secret without downtime",
    load: () => import("./rotate.ts"),
  },
  {
    name: "operators",
    role: "administer",
    summary: "Lists operators, or grants and revokes their permissions",
    load: () => import("./operators.ts"),
  },
  { name: "audit", role: "read", summary: "Prints the audit log", load: () => import("./audit.ts") },
  { name: "alarms", role: "read", summary: "Lists active alarms", load: () => import("./alarms.ts") },
];
