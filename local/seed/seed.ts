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
  /** Draws the demo's pictures into that folder already; closed in the end. */
  studio?: Studio | undefined;
  /** Told after every account, and after every picture that has gone up or is ready; `text` names it. */
  onProgress?: (done: number, total: number, text: string) => void;
  /** A smaller demo, for tests. */
  people?: readonly Person[];
  catalogue?: readonly Entry[];
};

/** Starts drawing what the folder lacks of the demo, in the order in which it goes up. */
export const openDemoStudio = (picturesDir: string, people = PEOPLE, catalogue = CATALOGUE) =>
  openStudio(
    picturesDir,
    people.flatMap((person) => wallOf(person, catalogue).map(({ work }) => work)),
  );

const wallOf = ({ userUsername }: Person, catalogue: readonly Entry[]) =>
  catalogue.filter((entry) => entry.userUsername === userUsername);

/**
 * Fills an empty stage with the demo's people, their artwork, what they say of it and the licences they take to it,
 * through the public API as a browser would. May be run again: what is there already is skipped. Stops at the first
 * failure with a SeedError.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const { origin, picturesDir, onProgress = () => {}, people = PEOPLE, catalogue = CATALOGUE } = options;
  const total = people.length + 2 * catalogue.length;
  let done = 0;
  const report = (text: string) => onProgress(++done, total, text);

  const demo: Demo = { sessions: new Map(), artworkIds: new Map() };
  const openWanted = async () => options.studio ?? openDemoStudio(picturesDir, people, catalogue);
  const studio = await during("open the folder of pictures", openWanted);
  try {
    const payments = await readPayments(origin);
    const handedIn = await gather(origin, people, catalogue, { studio, demo, report });
    if (payments) await openShops(sellersOf(people, catalogue), demo.sessions);
    await exhibit(catalogue, Boolean(payments), handedIn, demo, report);
    await mingle(demo);
    await acquire(demo, WISHES, takeFree);
    if (payments) await acquire(demo, PURCHASES, payWith(origin, payments));
  } finally {
    await studio.close();
  }
}

type HandedIn = Map<Entry, { session: Session; mediaId: string }>;
type Gathering = { studio: Studio; demo: Demo; report: (text: string) => void };

/**
 * Everyone signs up, logs in, tells of themselves and hands in their pictures: those that came first are looked over
 * while the next one joins.
 */
async function gather(
  origin: string,
  people: readonly Person[],
  catalogue: readonly Entry[],
  { studio, demo, report }: Gathering,
): Promise<HandedIn> {
  const handedIn: HandedIn = new Map();
  let profiles = true;
  await inParallel(people, async (person) => {
    const { userName, userUsername } = person;
    const session = await join(origin, person);
    demo.sessions.set(userUsername, session);
    for (const [title, id] of await publishedWorks(session, userUsername)) demo.artworkIds.set(title, id);
    if (profiles) profiles = await introduce(session, person);
    report(userName);
    for (const entry of wallOf(person, catalogue)) {
      const { work } = entry;
      if (demo.artworkIds.has(work.title)) {
        report(work.title);
      } else {
        const picture = await during(`draw “${work.title}”`, () => studio.picture(work));
        handedIn.set(entry, { session, mediaId: await upload(session, work, picture) });
      }
      report(work.title);
    }
  });
  return handedIn;
}

function sellersOf(people: readonly Person[], catalogue: readonly Entry[]) {
  const sellers = new Set(catalogue.filter(({ work }) => PRICES[work.title]).map(({ userUsername }) => userUsername));
  return people.filter(({ userUsername }) => sellers.has(userUsername));
}

/**
 * All pictures are ready before the first is published: waiting costs few calls, and what follows a publication, such as
 * the search index, is done for many at once.
 */
async function exhibit(
  catalogue: readonly Entry[],
  sells: boolean,
  handedIn: HandedIn,
  demo: Demo,
  report: (text: string) => void,
) {
  // In the order in which they went up: waiting for a late one first would tell nothing for long.
  for (const [{ work }, { session, mediaId }] of handedIn) {
    await untilReady(session, mediaId, work);
    report(work.title);
  }
  await inParallel(catalogue, async (entry) => {
    const ready = handedIn.get(entry);
    if (!ready) return;
    const price = sells ? PRICES[entry.work.title] : undefined;
    demo.artworkIds.set(entry.work.title, await publish(ready.session, entry.work, ready.mediaId, price));
  });
}

async function during<T>(step: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw new SeedError(step, error instanceof Error ? error.message : String(error));
  });
}
