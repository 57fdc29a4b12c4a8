import { openStudio, type Studio } from "#local/seed/art/studio.ts";
import { CATALOGUE, type Entry } from "#local/seed/catalogue.ts";
import { SeedError, type Session } from "#local/seed/client.ts";
import { introduce, join } from "#local/seed/join.ts";
import { PEOPLE, type Person } from "#local/seed/people.ts";
import { publish, publishedTitles } from "#local/seed/publish.ts";

export type SeedOptions = {
  /** Where the site, its API and the developer's mailbox answer, such as http://localhost:3000. */
  origin: string;
  /** Where drawn pictures are kept; made if it is missing. */
  picturesDir: string;
  /** Told after every account and artwork; `text` names it. */
  onProgress?: (done: number, total: number, text: string) => void;
  /** A smaller demo, for tests. */
  people?: readonly Person[];
  catalogue?: readonly Entry[];
};

/** Two cores draw, verify and shrink pictures at once; more uploads in flight only wait for each other. */
const IN_FLIGHT = 4;

/**
 * Fills an empty stage with the demo's people and artwork through the public API, as a browser would.
 * May be run again: what is there already is skipped. Stops at the first failure with a SeedError.
 */
export async function seed({
  origin,
  picturesDir,
  onProgress = () => {},
  people = PEOPLE,
  catalogue = CATALOGUE,
}: SeedOptions): Promise<void> {
  const total = people.length + catalogue.length;
  let done = 0;
  const report = (text: string) => onProgress(++done, total, text);

  const sessions = new Map<string, Session>();
  const shown = new Map<string, ReadonlySet<string>>();
  let profiles = true;
  const studio = await open(
    picturesDir,
    catalogue.map(({ work }) => work),
  );
  try {
    await inParallel(people, async (person) => {
      const { userUsername } = person;
      const session = await join(origin, person);
      sessions.set(userUsername, session);
      shown.set(userUsername, await publishedTitles(session, userUsername));
      if (profiles) profiles = await introduce(session, person);
      report(person.userName);
    });
    await inParallel(catalogue, async ({ userUsername, work }) => {
      const session = sessions.get(userUsername);
      if (!session) throw new SeedError(`publish “${work.title}”`, `${userUsername} is nobody's username`);
      if (!shown.get(userUsername)?.has(work.title)) await publish(session, work, await draw(studio, work));
      report(work.title);
    });
  } finally {
    await studio.close();
  }
}

async function open(folder: string, drawings: Entry["work"][]): Promise<Studio> {
  return openStudio(folder, drawings).catch((error: unknown) => {
    throw new SeedError("open the folder of pictures", error instanceof Error ? error.message : String(error));
  });
}

async function draw(studio: Studio, work: Entry["work"]): Promise<Buffer> {
  return studio.picture(work).catch((error: unknown) => {
    throw new SeedError(`draw “${work.title}”`, error instanceof Error ? error.message : String(error));
  });
}

/** Works through the items in order, a few at a time; the first failure stops the rest. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = items.values();
  let stopped = false;
  const lane = async () => {
    for (const item of queue) {
      if (stopped) return;
      await work(item).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane));
  for (const result of lanes) if (result.status === "rejected") throw result.reason;
}
