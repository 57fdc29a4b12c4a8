import { addInteractions } from "#local/seed/add-interactions.ts";
import { type PictureRenderer, startRenderer } from "#local/seed/art/picture-renderer.ts";
import { CATALOGUE, type CatalogueEntry } from "#local/seed/catalogue.ts";
import { type DemoData, SeedError, type Session } from "#local/seed/client.ts";
import { onboardSellers } from "#local/seed/onboard-sellers.ts";
import { FREE_ORDERS, PAID_ORDERS } from "#local/seed/orders.ts";
import { createPayOrder, readPaymentConfiguration } from "#local/seed/pay-order.ts";
import { PEOPLE, type Person } from "#local/seed/people.ts";
import { placeFreeOrder, placeOrders } from "#local/seed/place-orders.ts";
import { PRICES } from "#local/seed/prices.ts";
import { listPublished, publish, upload, waitUntilReady } from "#local/seed/publish.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";
import { completeProfile, signUp } from "#local/seed/sign-up.ts";

export type SeedOptions = {
  /** Base URL of the site, its API and /__local/, such as http://localhost:3000. */
  origin: string;
  /** Cache folder of the drawn pictures; created if it is missing. */
  picturesDir: string;
  /** A renderer that is already drawing into that folder; closed at the end. */
  renderer?: PictureRenderer | undefined;
  /** Called after every account, upload and processed picture; `text` names it. */
  onProgress?: (done: number, total: number, text: string) => void;
  /** A smaller demo, for tests. */
  people?: readonly Person[];
  catalogue?: readonly CatalogueEntry[];
};

/** Starts drawing the demo's pictures that the folder lacks, in the order of uploading. */
export const startDemoRenderer = (picturesDir: string, people = PEOPLE, catalogue = CATALOGUE) =>
  startRenderer(
    picturesDir,
    people.flatMap((person) => entriesOf(person, catalogue).map(({ artwork }) => artwork)),
  );

const entriesOf = ({ userUsername }: Person, catalogue: readonly CatalogueEntry[]) =>
  catalogue.filter((entry) => entry.userUsername === userUsername);

/**
 * Fills a stage with demo accounts, artwork, favorites, comments and orders through the public API, as a browser would.
 * A second run skips what exists. Stops at the first failure with a SeedError.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const { origin, picturesDir, onProgress = () => {}, people = PEOPLE, catalogue = CATALOGUE } = options;
  const total = people.length + 2 * catalogue.length;
  let done = 0;
  const report = (text: string) => onProgress(++done, total, text);

  const data: DemoData = { sessions: new Map(), artworkIds: new Map() };
  const renderer = await asStep(
    "open the folder of pictures",
    async () => options.renderer ?? startDemoRenderer(picturesDir, people, catalogue),
  );
  try {
    const payments = await readPaymentConfiguration(origin);
    const uploads = await signUpAndUpload(origin, people, catalogue, { renderer, data, report });
    if (payments) await onboardSellers(sellersOf(people, catalogue), data.sessions);
    await publishAll(catalogue, Boolean(payments), uploads, data, report);
    await addInteractions(data);
    await placeOrders(data, FREE_ORDERS, placeFreeOrder);
    if (payments) await placeOrders(data, PAID_ORDERS, createPayOrder(origin, payments));
  } finally {
    await renderer.close();
  }
}

type Uploads = Map<CatalogueEntry, { session: Session; mediaId: string }>;
type UploadContext = { renderer: PictureRenderer; data: DemoData; report: (text: string) => void };

/** Signs up every user and uploads their pictures; the first uploads are processed while further users sign up. */
async function signUpAndUpload(
  origin: string,
  people: readonly Person[],
  catalogue: readonly CatalogueEntry[],
  { renderer, data, report }: UploadContext,
): Promise<Uploads> {
  const uploads: Uploads = new Map();
  let hasProfileRoute = true;
  await runConcurrently(people, async (person) => {
    const { userName, userUsername } = person;
    const session = await signUp(origin, person);
    data.sessions.set(userUsername, session);
    for (const [title, id] of await listPublished(session, userUsername)) data.artworkIds.set(title, id);
    if (hasProfileRoute) hasProfileRoute = await completeProfile(session, person);
    report(userName);
    for (const entry of entriesOf(person, catalogue)) {
      const { artwork } = entry;
      if (data.artworkIds.has(artwork.title)) {
        report(artwork.title);
      } else {
        const picture = await asStep(`draw “${artwork.title}”`, () => renderer.picture(artwork));
        uploads.set(entry, { session, mediaId: await upload(session, artwork, picture) });
      }
      report(artwork.title);
    }
  });
  return uploads;
}

function sellersOf(people: readonly Person[], catalogue: readonly CatalogueEntry[]) {
  const priced = catalogue.filter(({ artwork }) => PRICES[artwork.title]);
  const sellers = new Set(priced.map(({ userUsername }) => userUsername));
  return people.filter(({ userUsername }) => sellers.has(userUsername));
}

/**
 * Waits until all pictures are processed before publishing: waiting costs few calls, and the stream consumers, such as
 * the search index, then get the new artwork in large batches.
 */
async function publishAll(
  catalogue: readonly CatalogueEntry[],
  sells: boolean,
  uploads: Uploads,
  data: DemoData,
  report: (text: string) => void,
) {
  // In the order of uploading, so that progress is reported steadily.
  for (const [{ artwork }, { session, mediaId }] of uploads) {
    await waitUntilReady(session, mediaId, artwork);
    report(artwork.title);
  }
  await runConcurrently(catalogue, async (entry) => {
    const ready = uploads.get(entry);
    if (!ready) return;
    const { artwork } = entry;
    const price = sells ? PRICES[artwork.title] : undefined;
    data.artworkIds.set(artwork.title, await publish(ready.session, artwork, ready.mediaId, price));
  });
}

/** Turns any failure of the task into a SeedError that names the step. */
async function asStep<T>(step: string, task: () => Promise<T>): Promise<T> {
  return task().catch((error: unknown) => {
    throw new SeedError(step, error instanceof Error ? error.message : String(error));
  });
}
