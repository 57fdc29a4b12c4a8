import { addInteractions } from "#local/seed/add-interactions.ts";
import { type PictureRenderer, startRenderer } from "#local/seed/art/picture-renderer.ts";
import { addAvatars } from "#local/seed/avatars.ts";
import { publishedAt } from "#local/seed/calendar.ts";
import { CATALOGUE, type CatalogueEntry, FIRST_VIEW } from "#local/seed/catalogue.ts";
import { type DemoData, SeedError, type SeedSession } from "#local/seed/client.ts";
import { CURATED } from "#local/seed/curated.ts";
import type { DemoArtwork } from "#local/seed/demo-artwork.ts";
import { onboardSellers } from "#local/seed/onboard-sellers.ts";
import { createPayOrder, readPaymentConfiguration } from "#local/seed/pay-order.ts";
import { DEMO_ACCOUNTS, PEOPLE, type Person } from "#local/seed/people.ts";
import { placeOrders } from "#local/seed/place-orders.ts";
import { PRICES } from "#local/seed/prices.ts";
import { listPublished, publish, upload, useUpload, waitUntilReady } from "#local/seed/publish.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";
import { addShowcases } from "#local/seed/showcases.ts";
import { completeProfile, signUp } from "#local/seed/sign-up.ts";

/** Start of every progress line. */
export const DEMO_PROGRESS = "Demo artwork";

export type SeedOptions = {
  /** Base URL of the site, its API and /__local/, such as http://localhost:3000. */
  origin: string;
  /** Cache folder of the drawn pictures; created if it is missing. */
  picturesDir: string;
  /** A renderer that is already drawing into that folder; closed at the end. */
  renderer?: PictureRenderer | undefined;
  /** Called after every wave of published artwork with how many of them there are by then. */
  onProgress?: (published: number, total: number) => void;
  /** Called with a line when a step has to wait for long. */
  onWait?: (line: string) => void;
  /** Ends the seed between two of its steps, so that none is left half done. */
  signal?: AbortSignal;
  /** A smaller demo, for tests. */
  people?: readonly Person[];
  catalogue?: readonly CatalogueEntry[];
};

/**
 * How many works are uploaded, waited for and then published together. The search index takes in a wave at once, and
 * writes each of its lists once for all of them; a visitor's upload waits behind one wave at most.
 */
const WAVE = 48;

/** Starts drawing what a visitor sees first. */
export async function startDemoRenderer(picturesDir: string, catalogue = CATALOGUE): Promise<PictureRenderer> {
  const renderer = await startRenderer(picturesDir);
  renderer.draw(catalogue.slice(0, FIRST_VIEW).map(({ artwork }) => artwork));
  return renderer;
}

/** Fills a stage with the whole demo; see `openDemo`. */
export async function seed(options: SeedOptions): Promise<void> {
  const { complete } = await openDemo(options);
  await complete();
}

/** Remaining work after the first view is ready. */
export interface OpenDemo {
  /** Adds all other people and their artwork, what they did with artwork, and orders. */
  complete(): Promise<void>;
  /** Ids of the curated artwork on the home page, in order. */
  curated(): string[];
}

/**
 * Fills a stage through the public API, as a browser would, and resolves once the printed accounts and the artwork of the
 * first look are there. Every step skips what an earlier run has done, wherever that one ended. Stops at the first
 * failure with a SeedError.
 */
export async function openDemo(options: SeedOptions): Promise<OpenDemo> {
  const {
    origin,
    picturesDir,
    onProgress = () => {},
    onWait = () => {},
    people = PEOPLE,
    catalogue = CATALOGUE,
  } = options;
  const data: DemoData = { sessions: new Map(), artworkIds: new Map(), signal: options.signal };
  const renderer = await asStep(
    "open the folder of pictures",
    async () => options.renderer ?? startDemoRenderer(picturesDir, catalogue),
  );
  const drawMissing = (entries: readonly CatalogueEntry[]) => {
    const missing = entries.filter(({ artwork }) => !data.artworkIds.has(artwork.title));
    renderer.draw(missing.map(({ artwork }) => artwork));
    return missing;
  };
  const publishWaves = async (entries: readonly CatalogueEntry[], size: number, sells: boolean) => {
    const missing = drawMissing(entries);
    for (let start = 0; start < missing.length; start += size) {
      await publishTogether(missing.slice(start, start + size), renderer, data, sells);
      const published = catalogue.filter(({ artwork }) => data.artworkIds.has(artwork.title));
      onProgress(published.length, catalogue.length);
    }
  };
  const [first, rest] = [catalogue.slice(0, FIRST_VIEW), catalogue.slice(FIRST_VIEW)];
  const seenFirst = new Set(peopleOf(first));
  const isSeenFirst = (person: Person) => seenFirst.has(person);
  const payments = await closingAfterFailure(renderer, async () => {
    const configuration = await readPaymentConfiguration(origin);
    await signUpAll(origin, people.filter(isSeenFirst), data, onWait);
    if (configuration) await onboardSellers(sellersOf(first), data);
    await publishWaves(first, FIRST_VIEW, Boolean(configuration));
    return configuration;
  });

  return {
    async complete() {
      await closingAfterFailure(renderer, async () => {
        await signUpAll(
          origin,
          people.filter((person) => !isSeenFirst(person)),
          data,
          onWait,
        );
        if (payments) await onboardSellers(sellersOf(rest), data);
        drawMissing(rest);
        // Before most of the artwork, because all of an owner's artwork is written again when the avatar changes.
        await addAvatars(catalogue, renderer, data);
        await publishWaves(rest, WAVE, Boolean(payments));
        await addShowcases(data);
        await addInteractions(data);
        await placeOrders(data, payments && createPayOrder(origin, payments));
      });
      renderer.close();
    },
    curated: () => CURATED.flatMap((title) => data.artworkIds.get(title) ?? []),
  };
}

async function closingAfterFailure<T>(renderer: PictureRenderer, task: () => Promise<T>): Promise<T> {
  return task().catch((error: unknown) => {
    renderer.close();
    throw error;
  });
}

/** Signs people up, or logs in who has an account, and looks up what those have published. */
async function signUpAll(
  origin: string,
  people: readonly Person[],
  { sessions, artworkIds, signal }: DemoData,
  onWait: (line: string) => void,
) {
  let hasProfileRoute = true;
  await runConcurrently(
    people,
    async (person) => {
      const { userUsername } = person;
      const session = await signUp(origin, person, onWait);
      sessions.set(userUsername, session);
      if (!session.isNew) {
        for (const [title, id] of await listPublished(session, userUsername)) artworkIds.set(title, id);
      }
      if (hasProfileRoute) hasProfileRoute = await completeProfile(session, person);
    },
    signal,
  );
}

const artistsOf = (entries: readonly CatalogueEntry[]) => new Set(entries.map(({ userUsername }) => userUsername));

/** The artists of these works, and the accounts that are printed. */
export function peopleOf(entries: readonly CatalogueEntry[]): Person[] {
  const names = artistsOf(entries);
  for (const { userUsername } of DEMO_ACCOUNTS) names.add(userUsername);
  return PEOPLE.filter(({ userUsername }) => names.has(userUsername));
}

function sellersOf(entries: readonly CatalogueEntry[]) {
  const sellers = artistsOf(entries.filter(({ artwork }) => PRICES[artwork.title]));
  return PEOPLE.filter(({ userUsername }) => sellers.has(userUsername));
}

/** Uploads all, waits for the last one, since uploads are processed in their order, and publishes all. */
async function publishTogether(
  entries: readonly CatalogueEntry[],
  renderer: PictureRenderer,
  { sessions, artworkIds, signal }: DemoData,
  sells: boolean,
) {
  const uploaded: { artwork: DemoArtwork; session: SeedSession; mediaId: string; at: Date }[] = [];
  await runConcurrently(
    entries,
    async ({ userUsername, artwork }) => {
      const session = sessions.get(userUsername);
      if (!session) return;
      const picture = await asStep(`draw “${artwork.title}”`, () => renderer.picture(artwork));
      const mediaId = await upload(session, artwork, picture);
      uploaded.push({ artwork, session, mediaId, at: publishedAt(artwork.title) });
    },
    signal,
  );
  const last = uploaded.at(-1);
  if (last) await waitUntilReady(last.session, last.mediaId, last.artwork);
  await runConcurrently(
    // Ids rise with time within a process.
    uploaded.sort((a, b) => a.at.getTime() - b.at.getTime()),
    async ({ artwork, session, mediaId, at }) => {
      const price = sells ? PRICES[artwork.title] : undefined;
      const id = await useUpload(session, mediaId, artwork, () => publish(session, artwork, mediaId, { at, price }));
      artworkIds.set(artwork.title, id);
    },
    signal,
  );
}

/** Turns any failure of the task into a SeedError that names the step. */
async function asStep<T>(step: string, task: () => Promise<T>): Promise<T> {
  return task().catch((error: unknown) => {
    throw new SeedError(step, error instanceof Error ? error.message : String(error));
  });
}
