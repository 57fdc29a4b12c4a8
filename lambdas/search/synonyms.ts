/**
 * Words that mean much the same where pictures are looked for: a search for one finds the others too, further down. One group a
 * line, in their plain forms. Queries read it, the index doesn't, so a change works with the next release and needs nothing
 * indexed anew.
 */
const GROUPS = [
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

const synonyms = new Map<string, Set<string>>();
for (const group of GROUPS) {
  const words = group.split(" ");
  for (const word of words) synonyms.set(word, new Set([...(synonyms.get(word) ?? []), ...words]));
}

/** Other words for one. */
export const synonymsOf = (word: string): string[] => [...(synonyms.get(word) ?? [])].filter((other) => other !== word);
