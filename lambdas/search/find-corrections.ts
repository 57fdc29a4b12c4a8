import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { SpellingEntity, spellingPartition, spellingSortKey, wordOfSpelling } from "./index.entity.ts";
import type { ReadBudget } from "./read-budget.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import { isOneTypoApart, keysOfTyped, type SpellingKey } from "./spelling.ts";
import type { Kind } from "./terms.ts";

/** Words looked at for each half of a typed word; at some 30 bytes each, at most one read unit. */
const MOST_LOOKED_AT = 250;

/** What the two look-ups for one word cost at most. */
export const UNITS_OF_CORRECTIONS = 2;

/** Words of the index that the typed one can be a misspelling of, likeliest first. */
export async function findCorrections(
  index: OpenIndex,
  budget: ReadBudget,
  kind: Kind,
  typed: string,
): Promise<string[]> {
  const { keys, shortest, longest } = keysOfTyped(typed);
  const found = await Promise.all(keys.map((key) => wordsUnder(index, budget, kind, key, { shortest, longest })));
  const words = [...new Set(found.flat())].filter((word) => isOneTypoApart(word, typed));
  return words.sort((a, b) => likeness(b, typed) - likeness(a, typed) || (a < b ? -1 : 1));
}

/** Swapped and doubled letters are the commonest slips, the first letter is the rarest. */
function likeness(word: string, typed: string) {
  const isSwap = word.length === typed.length && [...word].sort().join("") === [...typed].sort().join("");
  return (word[0] === typed[0] ? 2 : 0) + (isSwap ? 1 : 0) + (word.at(-1) === typed.at(-1) ? 0.5 : 0);
}

async function wordsUnder(
  index: OpenIndex,
  budget: ReadBudget,
  kind: Kind,
  { side, half }: SpellingKey,
  { shortest, longest }: { shortest: number; longest: number },
) {
  const range = { between: [spellingSortKey(shortest, ""), spellingSortKey(longest + 1, "")] as [string, string] };
  const query = SearchTable.build(QueryCommand)
    .query({ partition: spellingPartition(kind, side, half), range })
    .entities(SpellingEntity)
    .options({ limit: MOST_LOOKED_AT, entityAttrFilter: false, capacity: "TOTAL" });
  const { Items = [], ConsumedCapacity } = await index.read(query);
  budget.pay(1, ConsumedCapacity);
  return Items.map(({ sk }) => wordOfSpelling(sk));
}
