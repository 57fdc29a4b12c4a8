import type { Setting } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";

/**
 * Groups of synonyms for searching pictures, one per line in base forms; matches by synonym rank lower. Used until operators
 * set their own. Applied to queries, not to the index, so that a change needs no reindexing.
 */
export const STANDARD_SYNONYMS: readonly string[] = [
  "sunset dusk sundown twilight",
  "sunrise dawn daybreak",
  "sunset sunrise",
  "sea ocean",
  "sea seascape",
  "ocean seascape",
  "forest wood woodland",
  "mist fog haze",
  "photo photograph photography",
  "picture image",
  "drawing sketch",
  "city town urban",
  "city cityscape",
  "wallpaper background backdrop",
  "hill mountain",
  "stream river brook creek",
  "lake pond",
  "beach shore coast",
  "night midnight",
  "autumn fall",
  "bloom flower blossom floral",
  "bird avian",
  "grey gray",
  "colour color",
  "minimal minimalist minimalism",
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

function toMap(groups: readonly string[]) {
  const synonyms = new Map<string, Set<string>>();
  for (const group of groups) {
    const words = group.split(" ");
    for (const word of words) synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...words]));
  }
  return synonyms;
}

let latest: { readonly setting: string | undefined; readonly synonyms: ReturnType<typeof toMap> } | undefined;

/** Creates a finder of synonyms by the current groups. */
export async function createSynonymFinder(index: OpenIndex) {
  const setting = JSON.stringify(await index.readSetting(SETTING));
  if (!latest || latest.setting !== setting) latest = { setting, synonyms: toMap(await readSynonymGroups(index)) };
  const { synonyms } = latest;
  return (word: string): string[] => [...(synonyms.get(word) ?? [])].filter((other) => other !== word);
}
