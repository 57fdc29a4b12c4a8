import type { Synonyms } from "../../../search-engine/engine.ts";
import { readWordNet } from "./wordnet.built.ts";

const split = (words = "") => words.split(" ").filter((word) => word !== "");

let lines: ReadonlyMap<string, string> | undefined;

/** A word's synonyms in WordNet; none for words in another form than dictionaries have. */
export function findInWordNet(word: string): Synonyms {
  lines ??= new Map(
    readWordNet()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("|")), line]),
  );
  const [, same, narrower, broader] = lines.get(word)?.split("|") ?? [];
  return { same: split(same), narrower: split(narrower), broader: split(broader) };
}
