import { isDeepStrictEqual } from "node:util";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { parseKey } from "#lambdas/platform/table/item-key.ts";
import { showKey } from "#lambdas/platform/table/unreadable.ts";
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { readInput } from "../command/read-input.ts";
import { parseItemKey, readStored, replaceStored, type StoredItem, toJson } from "../items/stored-item.ts";

interface Work extends Pick<Call, "isDry" | "record"> {
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
  if (!item) throw new BadCommand(`${table} has no item ${name}.`);
  return item;
}

async function show({ table, key, name, isDry, record }: Work) {
  if (isDry) throw new BadCommand("show changes nothing, so it has no dry run.");
  await record("item.read", name, async () => console.log(toJson(await requireStored(table, key, name), 2)));
}

/** Moves the item's index keys into one attribute, by which queries of the table itself leave it out. */
async function hide({ table, key, name, isDry, record }: Work) {
  const ids = { pk: key[TABLE.partitionKey]?.S, sk: key[TABLE.sortKey]?.S };
  if (parseKey(ArtworkEntity, ids) || parseKey(UserEntity, ids)) {
    throw new BadCommand("Artwork and accounts are hidden by block, whether or not they can be read.");
  }
  const before = await requireStored(table, key, name);
  if (before[TABLE.hidden]) throw new BadCommand(`${name} is hidden already.`);
  if (isDry) return console.log(`This would hide ${name}. ${NOTHING_DONE}`);
  const M = { ...pick(before, (attribute) => INDEX_KEYS.includes(attribute)) };
  const after = { ...pick(before, (attribute) => !INDEX_KEYS.includes(attribute)), [TABLE.hidden]: { M } };
  await record("item.hide", name, () => replaceStored(table, before, after));
  console.log(`${name} is hidden.`);
}

async function unhide({ table, key, name, isDry, record }: Work) {
  const before = await requireStored(table, key, name);
  const { [TABLE.hidden]: hidden, ...rest } = before;
  if (!hidden) throw new BadCommand(`${name} isn't hidden.`);
  if (isDry) return console.log(`This would show ${name} again. ${NOTHING_DONE}`);
  await record("item.unhide", name, () => replaceStored(table, before, { ...rest, ...hidden.M }));
  console.log(`${name} is shown again.`);
}

/** Restores an earlier state of an item, or some of its attributes. */
async function put(
  { table, key, name, isDry, record }: Work,
  earlier: StoredItem,
  only: readonly string[] | undefined,
) {
  if (!isDeepStrictEqual({ ...pick(earlier, (attribute) => KEYS.includes(attribute)) }, key)) {
    throw new BadCommand(`That isn't the item ${name}.`);
  }
  const before = await readStored(table, key);
  if (only && !before) throw new BadCommand(`${table} has no item ${name}: put the whole of it back, without --only.`);
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
    console.log(`${attribute}: ${toJson(before?.[attribute] ?? null)} becomes ${toJson(after[attribute] ?? null)}`);
  }
  if (changed.length === 0) return console.log(`${name} is like that already.`);
  if (isDry) return console.log(NOTHING_DONE);
  await record("item.put", name, () => replaceStored(table, before, after));
  console.log(`${name} is put back.`);
}

const VERBS = { show, hide, unhide } as const;

export const command = defineCommand({
  usage: [
    "show --key <key> [--from <table>]",
    "hide --key <key>",
    "unhide --key <key>",
    "put --key <key> --from <table>",
    "put --key <key> < item.json",
  ],
  description: [
    "For an item that can't be read, or has to leave the lists. show prints it whole, as DynamoDB has it. hide makes lists leave it out; by its id it is",
    "still found. put takes its state of a restored table, or one that show printed, and says what that changes: --dry-run first, for counts and",
    "decisions made since go back with it, so name what is spoilt by --only.",
  ],
  options: {
    key: { value: "<key>", description: 'the item, as the log says it: "ARTWORK#<id> ARTWORK"' },
    from: { value: "<table>", description: "a restored table, named ochre-restored-…" },
    only: { value: "<names>", description: "of put: the attributes to put back, as show names them, with commas" },
  },
  async run({ words: [verb = "", ...rest], values: { key: text, from, only }, isDry, stage, record }) {
    const isKnown = verb === "put" || Object.hasOwn(VERBS, verb);
    if (!isKnown || rest.length > 0) throw new BadCommand("Say show, hide, unhide or put.");
    if (!text) throw new BadCommand("Name the item: --key.");
    if (from && !["show", "put"].includes(verb)) throw new BadCommand("--from is of show and put.");
    if (only && verb !== "put") throw new BadCommand("--only is of put.");
    const key = parseItemKey(text);
    const own = (await stage()).output("TableName");
    const name = showKey(Object.fromEntries(Object.entries(key).map(([part, { S }]) => [part, S])));
    const work = { table: own, key, name, isDry, record };
    if (verb !== "put") return VERBS[verb as keyof typeof VERBS](from ? { ...work, table: from } : work);
    const earlier = from ? await requireStored(from, key, name) : ((await readInput("the item")) as StoredItem);
    return put(work, earlier, only?.split(","));
  },
});
