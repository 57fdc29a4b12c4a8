import { getTexts } from "#lambdas/areas/artwork/cards.ts";
import { type Curated, findCurated, replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { isShownTo } from "#lambdas/areas/artwork/find-artwork.ts";
import { findCards } from "#lambdas/areas/artwork/find-cards.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { STRIP } from "#shared/limits.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";

/** Computes the new selection from the current one. */
type Change = (current: readonly string[], ids: readonly string[], at: number | undefined) => readonly string[];

const without = (current: readonly string[], ids: readonly string[]) => current.filter((id) => !ids.includes(id));

const CHANGES: Readonly<Record<string, Change>> = {
  set: (_present, ids) => ids,
  add(current, ids, at) {
    const others = without(current, ids);
    return others.toSpliced(at === undefined ? others.length : at - 1, 0, ...ids);
  },
  remove(current, ids) {
    const missing = without(ids, current);
    if (missing.length > 0) throw new CommandError(`${missing.join(", ")} isn't in the strip.`);
    return without(current, ids);
  },
  clear: () => [],
};

function readChange([subcommand = "", ...typed]: readonly string[], at: string | undefined) {
  const change = Object.hasOwn(CHANGES, subcommand) ? CHANGES[subcommand] : undefined;
  if (!change && subcommand !== "list") throw new CommandError("Expected list, set, add, remove or clear.");
  const ids = typed.map((id) => {
    const parsed = ArtworkId.safeParse(id);
    if (!parsed.success) throw new CommandError(`${id} isn't an artwork id.`);
    return parsed.data;
  });
  if (new Set(ids).size < ids.length) throw new CommandError("Duplicate id.");
  const takesIds = subcommand !== "list" && subcommand !== "clear";
  if (takesIds !== ids.length > 0)
    throw new CommandError(`${subcommand} takes ${takesIds ? "artwork ids" : "no ids"}.`);
  if (at !== undefined && (subcommand !== "add" || !/^[1-9]\d?$/.test(at)))
    throw new CommandError(`--at ${at} isn't valid.`);
  return { change, ids, at: at ? Number(at) : undefined };
}

/** Prints the artworks in order, and which of them visitors can't see. */
async function print(table: OpenTable, artworkIds: readonly string[]) {
  if (artworkIds.length === 0) console.log("The strip is empty.");
  const cards = await findCards(table, artworkIds);
  for (const [place, id] of artworkIds.entries()) {
    const card = cards.get(id);
    const title = card ? getTexts(card).artworkTitle : "(not found)";
    const note = card && !isShownTo(undefined, card) ? " (hidden or deleted)" : "";
    console.log(`${place + 1}. ${id}  ${title}${note}`);
  }
}

async function requireVisible(table: OpenTable, { artworkIds: current }: Curated, selection: readonly string[]) {
  if (selection.length > STRIP.curated) throw new CommandError(`A strip has at most ${STRIP.curated} artworks.`);
  const added = without(selection, current);
  const cards = await findCards(table, added);
  const hidden = added.filter((id) => {
    const card = cards.get(id);
    return !card || !isShownTo(undefined, card);
  });
  if (hidden.length > 0) throw new CommandError(`Visitors can't see ${hidden.join(", ")}.`);
}

export const command = defineCommand({
  usage: ["list", "set ID…", "add ID…", "remove ID…", "clear"],
  description: [
    `\`list\` prints the strip. \`set\` replaces it, in the order of the ids; at most ${STRIP.curated} artworks.`,
    "`add` appends artworks, or inserts them at --at; ids already in the strip are moved.",
  ],
  options: { at: { value: "<position>", description: "where `add` inserts the first artwork, from 1" } },
  async run({ positionals, values, isDry, stage, record }) {
    const { change, ids, at } = readChange(positionals, values.at);
    const table = openStageTable(await stage());
    const read = await findCurated(table, { consistent: true });
    const selection = change ? change(read.artworkIds, ids, at) : read.artworkIds;
    if (change) await requireVisible(table, read, selection);
    if (change && !isDry) {
      await record("home.curate", undefined, async () => {
        if (!(await replaceCurated(table, read, selection))) {
          throw new CommandError("The strip was changed concurrently. Check it and try again.");
        }
      });
    }
    await print(table, selection);
    if (isDry) console.log(NOTHING_DONE);
  },
});
