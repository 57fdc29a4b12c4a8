import { changeSynonyms, readSearchWords } from "#shared/contract/admin.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { findMisses } from "../search/search-misses.ts";
import { parseSynonymGroup, readSynonymGroups, synonymsSetting } from "../search/synonyms.ts";
import type { AdminServices } from "./services.ts";

export const readSearchWordsHandler = handle(readSearchWords, async (_call, services: AdminServices) => {
  const { table, index, now } = services;
  const [groups, misses] = await Promise.all([readSynonymGroups(index), findMisses(table, now())]);
  return { groups: [...groups], ...misses };
});

/** The groups with the added one in the place of the removed one, otherwise first. */
function applyChange(present: readonly string[], added: string | undefined, removed: string | undefined) {
  if (removed !== undefined && !present.includes(removed)) return fail("synonyms_changed");
  const at = removed === undefined ? 0 : present.indexOf(removed);
  const others = present.filter((group) => group !== removed && group !== added);
  const next = added === undefined ? others : others.toSpliced(at, 0, added);
  return next.length > LIMITS.synonyms.groups
    ? fail("invalid_request", { fields: { add: MESSAGES.synonymsTooMany } })
    : next;
}

export const changeSynonymsHandler = handle(changeSynonyms, async ({ body }, { index, indexing }: AdminServices) => {
  const added = body.add === undefined ? undefined : parseSynonymGroup(body.add);
  if (body.add !== undefined && added === undefined) {
    return fail("invalid_request", { fields: { add: MESSAGES.synonymsTooFew } });
  }
  // The same for each engine: read again after the first, a removed group would be missing.
  const groups = applyChange(await readSynonymGroups(index), added, body.remove);
  if (groups instanceof Failure) return groups;
  await indexing.write(async () => [synonymsSetting(groups)]);
  return { groups: [...groups] };
});
