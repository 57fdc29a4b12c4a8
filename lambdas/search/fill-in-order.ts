import { UNITS_OF_DOCUMENT } from "./documents.ts";
import { type Match, matchesOf, matchOf, type WordReaders } from "./match-words.ts";
import { UNITS_OF_LIST } from "./read-list.ts";
import type { OrderReader } from "./read-order.ts";
import { compareRanks, type Rank } from "./terms.ts";

/** The page that is filled. */
interface OrderedPage {
  readonly order: OrderReader;
  /** What a document has to have; none where all will do. */
  readonly words: readonly WordReaders[];
  readonly room: () => number;
  /** Units that are free for lists once so many results are paid for. */
  readonly free: () => number;
  readonly wasSeen: (number: number) => boolean;
  /** Adds matches to the page as far as there is room, if their documents say so too; what was looked at counts as seen. */
  readonly add: (matches: readonly Match[]) => Promise<unknown>;
  /** Reads documents as far as the units go; answers whether there were any to read. */
  readonly read: (numbers: readonly number[]) => Promise<boolean>;
  /** Where a document that was read stands: `undefined` where it doesn't match, `null` where it wasn't read. */
  readonly placeOf: (number: number) => Rank | undefined | null;
}

/** Adds to the page what matches, in the order, until it is full, all is read or the units are spent. */
export async function fillInOrder(page: OrderedPage): Promise<void> {
  const { order, words } = page;
  if (await addFew(page)) return;
  await order.read(page.free());
  while (page.room() > 0) {
    const { ready, unsure } = candidates(page);
    if (ready.length > 0) {
      await page.add(ready);
      continue;
    }
    if (unsure !== undefined) {
      const list = page.free() >= UNITS_OF_LIST ? unreadFor(words, unsure) : undefined;
      if (list) await list.reader.read(list.field, Math.min(4, Math.floor(page.free() / UNITS_OF_LIST)));
      // The lists have said what the units go for; the documents say the rest themselves.
      else if (!(await page.read([unsure]))) return;
    } else if (!order.isDone() && page.free() >= UNITS_OF_LIST) await order.read(page.free());
    else return;
  }
}

/** What comes next in the order and matches for sure, up to what may match or not. */
function candidates({ order, words, wasSeen, placeOf, room }: OrderedPage) {
  const ready: Match[] = [];
  for (const rank of order.found) {
    const { number } = rank;
    if (wasSeen(number)) continue;
    const place = placeOf(number);
    if (place === undefined) continue;
    const isCertain = place !== null || words.length === 0 || matchOf(words, number)?.isCertain;
    if (isCertain === undefined) continue;
    if (!isCertain) return { ready, unsure: number };
    if (ready.push({ rank, isCertain }) === room()) break;
  }
  return { ready, unsure: undefined };
}

/** A list that says whether a document has a word. */
function unreadFor(words: readonly WordReaders[], number: number) {
  for (const { exact, corrections } of words) {
    for (const reader of [...exact, ...corrections]) {
      for (const [field, below] of reader.unread()) if (number < below) return { reader, field };
    }
  }
  return undefined;
}

/** Where everything that matches is known, is little and can be paid, reads all of it and puts it in order; answers whether it was so. */
async function addFew({ words, order, room, free, read, placeOf, add }: OrderedPage): Promise<boolean> {
  const { all, isWhole } = matchesOf(words);
  const further = all.length - room();
  if (!isWhole || further > room() || further * UNITS_OF_DOCUMENT > free()) return false;
  const numbers = all.map(({ rank }) => rank.number);
  await read(numbers);
  const places = numbers.map((number) => placeOf(number));
  if (places.includes(null)) return false;
  const found = places.filter((rank) => rank !== undefined && rank !== null).sort(compareRanks);
  const isAfter = order.comesAfter;
  await add(found.filter(isAfter).map((rank) => ({ rank, isCertain: true })));
  return true;
}
