import { TITLED_WORKS } from "#bench/search/titles.ts";

const SIZE = 1000;

/** The products of every server, with one price and one picture each; the texts are those that searches are judged by. */
export const CATALOGUE = Array.from({ length: SIZE }, (_, at) => {
  const { title = "", tags = "", description = "" } = TITLED_WORKS[at % TITLED_WORKS.length] ?? {};
  return { title: `${title} ${at}`, handle: `work-${at}`, tags, description, dollars: 5 + (at % 100) };
});

/** Words that titles or descriptions of 25 and more products have. */
export const SEARCHES = ["blue", "water", "paper", "moon"];
