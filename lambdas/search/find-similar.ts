import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { type FoundDocument, readDocuments, UNITS_OF_DOCUMENT } from "./documents.ts";
import { createReadBudget, type ReadBudget } from "./read-budget.ts";
import { openList, UNITS_OF_LIST } from "./read-list.ts";
import type { OpenIndex } from "./search-table.ts";
import { type Likened, likeliest, rarityOf, sharedFacets, similarityOf, type WeighedFacet } from "./similarity.ts";
import { artworkIn } from "./sources.ts";
import { ARTIST_FIELD, FACET_FIELD, termOf } from "./terms.ts";
import { wordsOf } from "./words.ts";

/** Read units that finding may take. */
const UNITS = 13;

/** Of these, what lists leave to documents. */
const UNITS_FOR_DOCUMENTS = 6;

/** From so many works on a list says enough; a shorter one is read on, as far as the units go. */
const ENOUGH = 200;

const formatter = ArtworkEntity.build(EntityFormatter);

const likenessIn = ({ card }: FoundDocument) => formatter.format(card, { attributes: ["look"] }).look?.likeness;

/**
 * The visible works that are most like one, itself among them, best first, for at most thirteen read units: what shares most of its tags,
 * medium and colours by the index's lists, ranked by that and by how alike the pictures are.
 */
export async function findSimilar(index: OpenIndex, work: Likened) {
  const budget = createReadBudget(UNITS);
  const [facets, ofArtist] = await Promise.all([weigh(index, budget, work), findOfArtist(index, budget, work)]);
  const numbers = likeliest(facets, ofArtist, Math.floor(budget.left() / UNITS_OF_DOCUMENT));
  const documents = await readDocuments(index, budget, "artwork", numbers);
  const ranked = [...documents.values()]
    .map((document) => ({
      number: document.number,
      card: artworkIn(document.card),
      points: similarityOf(facets, document.texts, [work.look?.likeness, likenessIn(document)]),
    }))
    .sort((a, b) => b.points - a.points || b.number - a.number);
  return ranked.map(({ card }) => card);
}

/** The newest works of each facet, and what sharing it counts. */
async function weigh(index: OpenIndex, budget: ReadBudget, work: Likened): Promise<WeighedFacet[]> {
  const lists = sharedFacets(work).map(({ facet, weight }) => ({
    facet,
    weight,
    reader: openList(index, budget, { kind: "artwork", term: facet, ofField: FACET_FIELD }),
  }));
  await Promise.all(lists.map(({ reader }) => reader.read(FACET_FIELD, 1)));
  for (const { reader } of lists) {
    const goesOn = reader.unread().has(FACET_FIELD) && reader.fields.size < ENOUGH;
    if (goesOn && budget.left() >= UNITS_FOR_DOCUMENTS + UNITS_OF_LIST) await reader.read(FACET_FIELD, 1);
  }
  let last = 0;
  for (const { reader } of lists) for (const number of reader.fields.keys()) last = Math.max(last, number);
  return lists.map(({ facet, weight, reader }) => {
    const numbers = new Set(reader.fields.keys());
    const among = last + 1 - (reader.unread().get(FACET_FIELD) ?? 0);
    return { facet, numbers, points: weight * rarityOf(numbers.size, among) };
  });
}

/** Works of whose artist's name has the longest word of this one's: hardly any but the artist's. */
async function findOfArtist(index: OpenIndex, budget: ReadBudget, { ownerName = "" }: Likened) {
  const [word] = wordsOf(ownerName).toSorted((a, b) => b.length - a.length);
  if (!word) return new Set<number>();
  const reader = openList(index, budget, { kind: "artwork", term: termOf(word), ofField: ARTIST_FIELD });
  await reader.read(ARTIST_FIELD, 1);
  return new Set(reader.fields.keys());
}
