import type { Work } from "#lib/constructs/operators.ts";
import type { Command } from "../command/command.ts";

/** A command of `npm run ops`, loaded when it is called. */
export interface ListedCommand {
  readonly name: string;
  /** The stack's policy that allows all of its calls. */
  readonly work: Work;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** Every command for operators; docs/operations.md lists them by permission. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: "redrive",
    work: "release",
    summary: "Hands over once more what failed every attempt: records, uploads, messages of queues",
    load: () => import("./redrive.ts"),
  },
  {
    name: "dead-letters",
    work: "release",
    summary: "Shows what failed every attempt, or drops one of it that can't ever succeed",
    load: () => import("./dead-letters.ts"),
  },
  {
    name: "reindex",
    work: "release",
    summary: "Makes the search index hold the present state of every artwork and user",
    load: () => import("./reindex.ts"),
  },
  {
    name: "restore",
    work: "restore",
    summary: "Readies a restored table for the stack, and brings index and users in line with it",
    load: () => import("./restore.ts"),
  },
  {
    name: "item",
    work: "restore",
    summary: "Shows an item of the table, hides it from lists, or puts an earlier state of it back",
    load: () => import("./item.ts"),
  },
  {
    name: "accounts",
    work: "moderate",
    summary: "Ends an account's sessions, removes its second factors, or deletes abandoned users of the pool",
    load: () => import("./accounts.ts"),
  },
  {
    name: "block",
    work: "moderate",
    summary: "Takes an account or an artwork from the site, until it is unblocked",
    load: () => import("./block.ts"),
  },
  {
    name: "unblock",
    work: "moderate",
    summary: "Lets a blocked account or artwork back",
    load: () => import("./unblock.ts"),
  },
  {
    name: "takedown",
    work: "moderate",
    summary: "Blocks the artwork that somebody reported, and tells both sides",
    load: () => import("./takedown.ts"),
  },
  {
    name: "counter-notice",
    work: "moderate",
    summary: "Passes on what the owner of a taken down artwork answered, and restores it days later",
    load: () => import("./counter-notice.ts"),
  },
  {
    name: "mature",
    work: "moderate",
    summary: "Marks an artwork as mature, which veils its picture, or takes the mark away",
    load: () => import("./mature.ts"),
  },
  {
    name: "thread",
    work: "moderate",
    summary: "Prints a conversation that somebody reported",
    load: () => import("./thread.ts"),
  },
  {
    name: "erase-user",
    work: "moderate",
    summary: "Closes an account at its owner's request, and takes what is personal away at once",
    load: () => import("./erase-user.ts"),
  },
  {
    name: "export-user",
    work: "moderate",
    summary: "Writes all that is kept of a person into a folder, for them",
    load: () => import("./export-user.ts"),
  },
  {
    name: "curate",
    work: "moderate",
    summary: "Chooses what the home page opens with",
    load: () => import("./curate.ts"),
  },
  {
    name: "synonyms",
    work: "moderate",
    summary: "Chooses which words mean the same to searches",
    load: () => import("./synonyms.ts"),
  },
  {
    name: "discount",
    work: "moderate",
    summary: "Makes or ends a discount's code, or lists a seller's",
    load: () => import("./discount.ts"),
  },
  {
    name: "ledger",
    work: "release",
    summary: "Checks our books against Stripe's, order by order",
    load: () => import("./ledger.ts"),
  },
  {
    name: "disputes",
    work: "release",
    summary: "Lists disputes that await evidence, or hands evidence in",
    load: () => import("./disputes.ts"),
  },
  {
    name: "rotate",
    work: "release",
    summary: "Replaces a secret without anybody noticing",
    load: () => import("./rotate.ts"),
  },
  { name: "audit", work: "read", summary: "Prints who did what", load: () => import("./audit.ts") },
  { name: "alarms", work: "read", summary: "Prints which alarms ring now", load: () => import("./alarms.ts") },
];
