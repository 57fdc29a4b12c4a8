import type { Setting } from "../../search-engine/document.ts";
import type { OpenIndex, Synonyms } from "../../search-engine/engine.ts";
import { stemWord, toSingular } from "../../search-engine/stem.ts";
import { splitWords } from "../../search-engine/words.ts";
import { findInWordNet, loadWordNet } from "./wordnet/find-in-wordnet.ts";

/**
 * Groups of synonyms that WordNet doesn't have, one per line in base forms. Used until operators set their own. Applied to
 * queries, not to the index, so that a change needs no reindexing.
 */
export const STANDARD_SYNONYMS: readonly string[] = [
  "sunset dusk sundown twilight",
  "sunrise dawn daybreak",
  "sunset sunrise",
  "sea ocean seascape",
  "newborn baby infant toddler",
  "flower floral bloom blossom",
  "fog mist haze",
  "photo photograph photography",
  "picture image",
  "minimal minimalist minimalism",
  "city cityscape skyline",
  "wallpaper background backdrop",
  "beach shore coast",
  "snow winter",
];

const SETTING = "synonyms";

/** The log entry that sets the groups; `null` restores the standard ones. */
export const synonymsSetting = (groups: readonly string[] | null): Setting => ({ setting: SETTING, value: groups });

/** The setting with the operators' groups, if they set any. */
export async function readSynonymsSetting(index: OpenIndex): Promise<Setting | undefined> {
  const groups = await index.readSetting(SETTING);
  return groups === undefined ? undefined : { setting: SETTING, value: groups };
}

/** The current groups. */
export const readSynonymGroups = async (index: OpenIndex): Promise<readonly string[]> =>
  ((await index.readSetting(SETTING)) as readonly string[] | undefined) ?? STANDARD_SYNONYMS;

/** The words of a group as searches read them; undefined with fewer than two. */
export function parseSynonymGroup(typed: string): string | undefined {
  const words = [...new Set(splitWords(typed))];
  return words.length < 2 ? undefined : words.join(" ");
}

function toMap(groups: readonly string[]) {
  const synonyms = new Map<string, Set<string>>();
  for (const group of groups) {
    const words = group.split(" ");
    for (const word of words) synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...words]));
  }
  return synonyms;
}

let latest: { readonly setting: string | undefined; readonly synonyms: ReturnType<typeof toMap> } | undefined;

/** Creates a finder of synonyms by the current groups, and by WordNet behind these. */
export async function createSynonymFinder(index: OpenIndex) {
  const setting = JSON.stringify(await index.readSetting(SETTING));
  if (!latest || latest.setting !== setting) latest = { setting, synonyms: toMap(await readSynonymGroups(index)) };
  const { synonyms } = latest;
  loadWordNet();
  return (word: string): Synonyms => {
    const forms = [...new Set([word, toSingular(word), stemWord(word)])];
    const own = forms.flatMap((form) => [...(synonyms.get(form) ?? [])]);
    const found = forms.map(findInWordNet);
    const list = (words: readonly string[]) => [...new Set(words)].filter((other) => !forms.includes(other));
    return {
      same: list([...own, ...found.flatMap(({ same }) => same)]),
      narrower: list(found.flatMap(({ narrower }) => narrower)),
      broader: list(found.flatMap(({ broader }) => broader)),
    };
  };
}
