import { isDeepStrictEqual } from "node:util";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { parseKey } from "#lambdas/platform/table/item-key.ts";
import { describeKey } from "#lambdas/platform/table/unreadable.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { readJsonInput } from "../command/read-json-input.ts";
import { parseItemKey, readStored, replaceStored, type StoredItem, toJson } from "../items/stored-item.ts";

interface ItemContext extends Pick<Call, "isDry" | "record"> {
  readonly table: string;
  readonly key: StoredItem;
  readonly name: string;
}

const KEYS: readonly string[] = [TABLE.partitionKey, TABLE.sortKey];
const INDEX_KEYS = TABLE.indexes
  .flatMap(({ partitionKey, sortKey }): string[] => [partitionKey, sortKey])
  .filter((name) => !KEYS.includes(name));

const pick = (item: StoredItem, isPicked: (name: string) => boolean): StoredItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => isPicked(name)));

async function requireStored(table: string, key: StoredItem, name: string) {
  const item = await readStored(table, key);
  if (!item) throw new CommandError(`${table} has no item ${name}.`);
  return item;
}

async function show({ table, key, name, isDry, record }: ItemContext) {
  if (isDry) throw new CommandError("show has no dry run, because it changes nothing.");
  await record("item.read", name, async () => console.log(toJson(await requireStored(table, key, name), 2)));
}

/** Moves the item's index keys into one attribute, so that no index lists it; queries of the table skip it by that attribute. */
async function hide({ table, key, name, isDry, record }: ItemContext) {
  const ids = { pk: key[TABLE.partitionKey]?.S, sk: key[TABLE.sortKey]?.S };
  if (parseKey(ArtworkEntity, ids) || parseKey(UserEntity, ids)) {
    throw new CommandError("Use block to hide artwork and accounts; it works for malformed ones too.");
  }
  const before = await requireStored(table, key, name);
  if (before[TABLE.hidden]) throw new CommandError(`${name} is already hidden.`);
  if (isDry) return console.log(`This would hide ${name}. ${NOTHING_DONE}`);
  const M = { ...pick(before, (attribute) => INDEX_KEYS.includes(attribute)) };
  const after = { ...pick(before, (attribute) => !INDEX_KEYS.includes(attribute)), [TABLE.hidden]: { M } };
  await record("item.hide", name, () => replaceStored(table, before, after));
  console.log(`${name} is hidden.`);
}

async function unhide({ table, key, name, isDry, record }: ItemContext) {
  const before = await requireStored(table, key, name);
  const { [TABLE.hidden]: hidden, ...rest } = before;
  if (!hidden) throw new CommandError(`${name} isn't hidden.`);
  if (isDry) return console.log(`This would unhide ${name}. ${NOTHING_DONE}`);
  await record("item.unhide", name, () => replaceStored(table, before, { ...rest, ...hidden.M }));
  console.log(`${name} is no longer hidden.`);
}

/** Restores an earlier state of an item, or some of its attributes. */
async function put(
  { table, key, name, isDry, record }: ItemContext,
  earlier: StoredItem,
  only: readonly string[] | undefined,
) {
  if (!isDeepStrictEqual({ ...pick(earlier, (attribute) => KEYS.includes(attribute)) }, key)) {
    throw new CommandError(`The input isn't the item ${name}.`);
  }
  const before = await readStored(table, key);
  if (only && !before) throw new CommandError(`${table} has no item ${name}. Restore the whole item, without --only.`);
  const after: StoredItem = only
    ? {
        ...pick(before ?? {}, (attribute) => !only.includes(attribute)),
        ...pick(earlier, (it) => only.includes(it)),
        ...key,
      }
    : earlier;
  const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (attribute) => !isDeepStrictEqual(before?.[attribute], after[attribute]),
  );
  for (const attribute of changed) {
    console.log(`${attribute}: ${toJson(before?.[attribute] ?? null)} → ${toJson(after[attribute] ?? null)}`);
  }
  if (changed.length === 0) return console.log(`${name} is already in that state.`);
  if (isDry) return console.log(NOTHING_DONE);
  await record("item.put", name, () => replaceStored(table, before, after));
  console.log(`${name} is restored.`);
}

const SUBCOMMANDS = { show, hide, unhide } as const;

export const command = defineCommand({
  usage: [
    "show --key <key> [--from <table>]",
    "hide --key <key>",
    "unhide --key <key>",
    "put --key <key> --from <table>",
    "put --key <key> < item.json",
  ],
  description: [
    "For malformed items. show prints the stored item. hide removes it from lists; it can still be read by id.",
    "put writes the item's state from a restored table or from standard input, and prints the differences. Use --dry-run first: later",
    "changes of other attributes, such as counts, are lost too, so limit it with --only.",
  ],
  options: {
    key: { value: "<key>", description: 'the item\'s key as logged: "ARTWORK#<id> ARTWORK"' },
    from: { value: "<table>", description: "a restored table, named ochre-restored-…" },
    only: { value: "<names>", description: "with put: comma-separated names of the attributes to restore" },
  },
  async run({ positionals: [subcommand = "", ...rest], values: { key: text, from, only }, isDry, stage, record }) {
    const isKnown = subcommand === "put" || Object.hasOwn(SUBCOMMANDS, subcommand);
    if (!isKnown || rest.length > 0) throw new CommandError("Expected show, hide, unhide or put.");
    if (!text) throw new CommandError("--key is required.");
    if (from && !["show", "put"].includes(subcommand))
      throw new CommandError("--from is only valid with show and put.");
    if (only && subcommand !== "put") throw new CommandError("--only is only valid with put.");
    const key = parseItemKey(text);
    const own = (await stage()).output("TableName");
    const name = describeKey(Object.fromEntries(Object.entries(key).map(([part, { S }]) => [part, S])));
    const context = { table: own, key, name, isDry, record };
    if (subcommand !== "put")
      return SUBCOMMANDS[subcommand as keyof typeof SUBCOMMANDS](from ? { ...context, table: from } : context);
    const earlier = from ? await requireStored(from, key, name) : ((await readJsonInput("the item")) as StoredItem);
    return put(context, earlier, only?.split(","));
  },
});
