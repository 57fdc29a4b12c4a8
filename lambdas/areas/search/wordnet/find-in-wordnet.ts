import type { Synonyms } from "../../../search-engine/engine.ts";
import { readWordNet } from "./wordnet.built.ts";

const split = (words = "") => words.split(" ").filter((word) => word !== "");

let lines: ReadonlyMap<string, string> | undefined;

/** Parses the words once, before a search whose time is limited. */
export function loadWordNet() {
  lines ??= new Map(
    readWordNet()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("|")), line]),
  );
  return lines;
}

/** A word's synonyms in WordNet; none for words in another form than dictionaries have. */
export function findInWordNet(word: string): Synonyms {
  const [, same, narrower, broader] = loadWordNet().get(word)?.split("|") ?? [];
  return { same: split(same), narrower: split(narrower), broader: split(broader) };
}
