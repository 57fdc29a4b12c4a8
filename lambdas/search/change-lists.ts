import { forEachConcurrently } from "./for-each-concurrently.ts";
import { type FoundList, findList, type Posting, readOnlyLists } from "./newest-lists.ts";
import { forgetList, recallList } from "./remembered-lists.ts";
import { openReplacing } from "./replace-list.ts";
import type { OpenIndex, OpenIndexing } from "./search-table.ts";
import { indexTermsOf, type Kind, type Texts, tagOfTerm } from "./terms.ts";

export interface IndexServices {
  readonly index: OpenIndex;
  readonly indexing: OpenIndexing;
}

/** What becomes of one document's number in one term's lists. */
interface TermChange extends Posting {
  readonly adds: Set<number>;
  readonly removes: Set<number>;
}

/** Changes of many documents by term and field, so that each list is written once. */
export type ListChanges = Map<string, TermChange>;

function changeOf(changes: ListChanges, term: string, field: number) {
  const key = `${field}${term}`;
  const change = changes.get(key) ?? { term, field, adds: new Set(), removes: new Set() };
  changes.set(key, change);
  return change;
}

/**
 * Adds to the changes what turns a document's older texts into its present ones. What both have is left alone, unless
 * `again` says that an earlier attempt may have stopped half-way.
 */
export function collectChanges(
  changes: ListChanges,
  { number, before, after, again }: { number: number; before: readonly Texts[]; after: Texts; again: boolean },
) {
  const present = indexTermsOf(after);
  const listed = new Set<string>();
  for (const texts of before) {
    for (const [term, field] of indexTermsOf(texts)) {
      listed.add(`${field}${term}`);
      if (present.get(term) !== field) changeOf(changes, term, field).removes.add(number);
    }
  }
  for (const [term, field] of present) {
    if (again || !listed.has(`${field}${term}`)) changeOf(changes, term, field).adds.add(number);
  }
}

/** The tags whose lists change. */
export const tagsIn = (changes: ListChanges) =>
  new Set([...changes.values()].flatMap(({ term }) => tagOfTerm(term) ?? []));

/** Two batches of lists. */
const IN_FLIGHT = 50;

/** Reads what isn't remembered at once where it can, and writes each list that changes. */
export async function applyChanges(services: IndexServices, kind: Kind, changes: ListChanges) {
  const unknown = [...changes.values()].filter(
    (change) => !recallList(kind, change.term, change.field, newestOf(change)),
  );
  const lists = await readOnlyLists(services.index, kind, unknown);
  const read = new Map(lists.map((list, at) => [unknown[at], list]));
  const writing = { index: services.index, replaceList: openReplacing(services.indexing) };
  await forEachConcurrently(changes.values(), IN_FLIGHT, (change) =>
    changeTerm(writing, kind, change, read.get(change)),
  );
}

const newestOf = ({ adds, removes }: TermChange) => Math.max(...adds, ...removes);

const ATTEMPTS = 20;

/**
 * Changes the lists of one term and field, from the newest numbers on, beginning with a list that was read before, if any;
 * a concurrent write is retried.
 */
async function changeTerm(
  { index, replaceList }: { readonly index: OpenIndex; readonly replaceList: ReturnType<typeof openReplacing> },
  kind: Kind,
  change: TermChange,
  read: FoundList | undefined,
) {
  const { term, field, adds, removes } = change;
  let known = read;
  const left = new Set([...adds, ...removes]);
  for (let attempt = 1; left.size > 0; ) {
    const newest = Math.max(...left);
    const remembered = recallList(kind, term, field, newest);
    const list = remembered ?? known ?? (await findList(index, kind, change, newest));
    known = undefined;
    const { start } = list;
    const here = [...left].filter((number) => number >= start);
    const numbers = new Set(list.numbers);
    const size = numbers.size;
    for (const number of here) if (removes.has(number)) numbers.delete(number);
    const kept = numbers.size;
    for (const number of here) if (adds.has(number)) numbers.add(number);
    const isSame = size === kept && kept === numbers.size;
    const sorted = [...numbers].sort((a, b) => a - b);
    const place = { ...list, kind, term, field };
    if (isSame && remembered) {
      // Without a write nothing has proved that the list is still as it was written last.
      forgetList(kind, term, field);
    } else if (isSame || (await replaceList(place, sorted))) {
      for (const number of here) left.delete(number);
      attempt = 1;
    } else if (++attempt > ATTEMPTS) {
      throw new Error(`The lists of "${term}" changed ${ATTEMPTS} times while they were written`);
    } else {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
    }
  }
}
