import { getTexts } from "#lambdas/areas/artwork/cards.ts";
import { type Curated, findCurated, replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { isShownTo } from "#lambdas/areas/artwork/find-artwork.ts";
import { findCards } from "#lambdas/areas/artwork/find-cards.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { STRIP } from "#shared/limits.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openStageTable } from "../command/stage-table.ts";

/** Computes the new selection from the present one. */
type Change = (present: readonly string[], ids: readonly string[], at: number | undefined) => readonly string[];

const without = (present: readonly string[], ids: readonly string[]) => present.filter((id) => !ids.includes(id));

const CHANGES: Readonly<Record<string, Change>> = {
  set: (_present, ids) => ids,
  add(present, ids, at) {
    const others = without(present, ids);
    return others.toSpliced(at === undefined ? others.length : at - 1, 0, ...ids);
  },
  remove(present, ids) {
    const missing = without(ids, present);
    if (missing.length > 0) throw new BadCommand(`${missing.join(", ")} isn't in the strip.`);
    return without(present, ids);
  },
  clear: () => [],
};

function readChange([verb = "", ...typed]: readonly string[], at: string | undefined) {
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!change && verb !== "list") throw new BadCommand("Say list, set, add, remove or clear.");
  const ids = typed.map((id) => {
    const parsed = ArtworkId.safeParse(id);
    if (!parsed.success) throw new BadCommand(`${id} is no artwork's id.`);
    return parsed.data;
  });
  if (new Set(ids).size < ids.length) throw new BadCommand("An id is there twice.");
  const takesIds = verb !== "list" && verb !== "clear";
  if (takesIds !== ids.length > 0) throw new BadCommand(`${verb} takes ${takesIds ? "ids of artwork" : "no ids"}.`);
  if (at !== undefined && (verb !== "add" || !/^[1-9]\d?$/.test(at))) throw new BadCommand(`--at ${at} isn't valid.`);
  return { change, ids, at: at ? Number(at) : undefined };
}

/** Prints works in their order, with their visibility. */
async function print(table: OpenTable, artworkIds: readonly string[]) {
  if (artworkIds.length === 0) console.log("The strip is empty.");
  const cards = await findCards(table, artworkIds);
  for (const [place, id] of artworkIds.entries()) {
    const card = cards.get(id);
    const title = card ? getTexts(card).artworkTitle : "there is no such artwork";
    const note = card && !isShownTo(undefined, card) ? " (not shown: hidden or deleted)" : "";
    console.log(`${place + 1}. ${id}  ${title}${note}`);
  }
}

async function checkShown(table: OpenTable, { artworkIds: present }: Curated, wanted: readonly string[]) {
  if (wanted.length > STRIP.curated) throw new BadCommand(`A strip has ${STRIP.curated} works at most.`);
  const added = without(wanted, present);
  const cards = await findCards(table, added);
  const hidden = added.filter((id) => {
    const card = cards.get(id);
    return !card || !isShownTo(undefined, card);
  });
  if (hidden.length > 0) throw new BadCommand(`Visitors can't see ${hidden.join(", ")}.`);
}

export const command = defineCommand({
  usage: ["list", "set ID…", "add ID…", "remove ID…", "clear"],
  description: [
    `Without a change it prints the strip; \`set\` says it again, in the order of the ids, ${STRIP.curated} works at most.`,
    "`add` puts works at the end, or at a place; what is there already moves.",
  ],
  options: { at: { value: "<place>", description: "where `add` puts the first work, from 1" } },
  async run({ words, values, isDry, stage, record }) {
    const { change, ids, at } = readChange(words, values.at);
    const table = openStageTable(await stage());
    const read = await findCurated(table, { consistent: true });
    const wanted = change ? change(read.artworkIds, ids, at) : read.artworkIds;
    if (change) await checkShown(table, read, wanted);
    if (change && !isDry) {
      await record("home.curate", undefined, async () => {
        if (!(await replaceCurated(table, read, wanted))) {
          throw new BadCommand("Somebody else changed the strip meanwhile; look at it and try again.");
        }
      });
    }
    await print(table, wanted);
    if (isDry) console.log(NOTHING_DONE);
  },
});
