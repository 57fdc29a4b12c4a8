import { acquire, takeFree } from "#local/seed/acquire.ts";
import { openStudio, type Studio } from "#local/seed/art/studio.ts";
import { payWith, readPayments } from "#local/seed/buy.ts";
import { CATALOGUE, type Entry } from "#local/seed/catalogue.ts";
import { SeedError, type Session } from "#local/seed/client.ts";
import type { Demo } from "#local/seed/demo.ts";
import { inParallel } from "#local/seed/in-parallel.ts";
import { introduce, join } from "#local/seed/join.ts";
import { mingle } from "#local/seed/mingle.ts";
import { openShops } from "#local/seed/open-shop.ts";
import { PEOPLE, type Person } from "#local/seed/people.ts";
import { PRICES } from "#local/seed/prices.ts";
import { publish, publishedWorks, untilReady, upload } from "#local/seed/publish.ts";
import { PURCHASES } from "#local/seed/purchases.ts";
import { WISHES } from "#local/seed/wishes.ts";

export type SeedOptions = {
  /** Where the site, its API and the developer's mailbox answer, such as http://localhost:3000. */
  origin: string;
  /** Where drawn pictures are kept; made if it is missing. */
  picturesDir: string;
  /** Told after every account, and after every picture that has gone up or is ready; `text` names it. */
  onProgress?: (done: number, total: number, text: string) => void;
  /** A smaller demo, for tests. */
  people?: readonly Person[];
  catalogue?: readonly Entry[];
};

/**
 * Fills an empty stage with the demo's people, their artwork, what they say of it and the licences they take to it,
 * through the public API as a browser would. May be run again: what is there already is skipped. Stops at the first
 * failure with a SeedError.
 */
export async function seed({
  origin,
  picturesDir,
  onProgress = () => {},
  people = PEOPLE,
  catalogue = CATALOGUE,
}: SeedOptions): Promise<void> {
  const total = people.length + 2 * catalogue.length;
  let done = 0;
  const report = (text: string) => onProgress(++done, total, text);

  const payments = await readPayments(origin);
  const demo: Demo = { sessions: new Map(), artworkIds: new Map() };
  const works = catalogue.map(({ work }) => work);
  const studio = await during("open the folder of pictures", () => openStudio(picturesDir, works));
  try {
    await gather(origin, people, demo, report);
    if (payments) await openShops(sellersOf(people, catalogue), demo.sessions);
    await exhibit(catalogue, Boolean(payments), studio, demo, report);
  } finally {
    await studio.close();
  }
  await mingle(demo);
  await acquire(demo, WISHES, takeFree);
  if (payments) await acquire(demo, PURCHASES, payWith(origin, payments));
}

/** Everyone signs up, logs in and tells of themselves. */
async function gather(origin: string, people: readonly Person[], demo: Demo, report: (text: string) => void) {
  let profiles = true;
  await inParallel(people, async (person) => {
    const { userUsername } = person;
    const session = await join(origin, person);
    demo.sessions.set(userUsername, session);
    for (const [title, id] of await publishedWorks(session, userUsername)) demo.artworkIds.set(title, id);
    if (profiles) profiles = await introduce(session, person);
    report(person.userName);
  });
}

function sellersOf(people: readonly Person[], catalogue: readonly Entry[]) {
  const sellers = new Set(catalogue.filter(({ work }) => PRICES[work.title]).map(({ userUsername }) => userUsername));
  return people.filter(({ userUsername }) => sellers.has(userUsername));
}

type Waiting = Entry & { session: Session; mediaId: string };

/**
 * All pictures go up before the first is asked about, and all are ready before the first is published: waiting costs
 * few calls, and what follows a publication, such as the search index, is done for many at once.
 */
async function exhibit(
  catalogue: readonly Entry[],
  sells: boolean,
  studio: Studio,
  demo: Demo,
  report: (text: string) => void,
) {
  const waiting = new Map<Entry, Waiting>();
  await inParallel(catalogue, async (entry) => {
    const { userUsername, work } = entry;
    const session = demo.sessions.get(userUsername);
    if (!session) throw new SeedError(`publish “${work.title}”`, `${userUsername} is nobody's username`);
    if (demo.artworkIds.has(work.title)) {
      report(work.title);
      return report(work.title);
    }
    const picture = await during(`draw “${work.title}”`, () => studio.picture(work));
    waiting.set(entry, { ...entry, session, mediaId: await upload(session, work, picture) });
    report(work.title);
  });
  const inOrder = catalogue.flatMap((entry) => waiting.get(entry) ?? []);
  for (const { session, mediaId, work } of inOrder) {
    await untilReady(session, mediaId, work);
    report(work.title);
  }
  await inParallel(inOrder, async ({ session, mediaId, work }) => {
    const price = sells ? PRICES[work.title] : undefined;
    demo.artworkIds.set(work.title, await publish(session, work, mediaId, price));
  });
}

async function during<T>(step: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw new SeedError(step, error instanceof Error ? error.message : String(error));
  });
}
