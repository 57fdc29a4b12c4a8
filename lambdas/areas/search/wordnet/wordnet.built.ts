import { reduceWordNet } from "./reduce-wordnet.ts";

let reduced: string | undefined;

/**
 * The words of WordNet 3.1 that searches heed, as `reduceWordNet` describes them. WordNet is © Princeton University; its
 * licence is deployed beside the functions.
 */
export const readWordNet = (): string => {
  reduced ??= reduceWordNet();
  return reduced;
};
