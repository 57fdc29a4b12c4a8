import {
  parseSynonymGroup,
  readSynonymGroups,
  STANDARD_SYNONYMS,
  synonymsSetting,
} from "#lambdas/areas/search/synonyms.ts";
import { openIndex, openIndexing } from "#lambdas/search-engine/index.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { getSearchNames, warnMissed } from "../command/stage-search.ts";

/** Computes the new groups from the present ones; `null` restores the standard. */
const CHANGES: Readonly<
  Record<string, (present: readonly string[], groups: readonly string[]) => readonly string[] | null>
> = {
  set: (_present, groups) => groups,
  add: (present, groups) => [...new Set([...present, ...groups])],
  remove(present, groups) {
    const missing = groups.find((group) => !present.includes(group));
    if (missing !== undefined) throw new CommandError(`There is no group “${missing}”.`);
    return present.filter((group) => !groups.includes(group));
  },
  reset: () => null,
};

function toGroup(typed: string): string {
  const group = parseSynonymGroup(typed);
  if (group === undefined) throw new CommandError(`“${typed}” isn't a group: it needs at least two words, in quotes.`);
  return group;
}

function readChange([verb = "", ...typed]: readonly string[]) {
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!change && verb !== "list") throw new CommandError("Expected list, set, add, remove or reset.");
  const takesGroups = verb !== "list" && verb !== "reset";
  if (takesGroups !== typed.length > 0)
    throw new CommandError(`${verb} takes ${takesGroups ? "groups" : "no groups"}.`);
  return { change, groups: typed.map(toGroup) };
}

export const command = defineCommand({
  usage: ["list", "set GROUP…", "add GROUP…", "remove GROUP…", "reset"],
  description: [
    'A group is words between quotes, such as "sea ocean": a search for one also finds the others, ranked lower.',
    "Groups add to the synonyms of WordNet, which always apply. `list` prints the groups, one per line; `reset` restores the standard ones. Changes apply to searches immediately.",
  ],
  async run({ positionals, isDry, stage, record }) {
    const { change, groups } = readChange(positionals);
    const opened = await stage();
    const names = getSearchNames(opened);
    const index = openIndex(names);
    const readGroups = () => readSynonymGroups(index);
    // Validates in a dry run too.
    const wanted = change?.(await readGroups(), groups);
    if (wanted !== undefined && !isDry) {
      // The same for each engine: read again after the first, a removed group would be missing.
      const write = async () => [synonymsSetting(wanted)];
      await record("search.synonyms", undefined, () => openIndexing(names, warnMissed).write(write));
    }
    // Not read again, because OpenSearch's answer may be a second old.
    const printed = wanted === undefined ? await readGroups() : (wanted ?? STANDARD_SYNONYMS);
    for (const group of printed) console.log(group);
    if (isDry) console.log(NOTHING_DONE);
  },
});
