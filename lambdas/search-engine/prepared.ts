import { type Engine, isAway, type OpenIndex, type OpenIndexing, SearchAway } from "./engine.ts";

/** Settings of the engine that answers: another value for each write that the prepared one missed, and that before its rebuild. */
const MISSED = "missed-writes";
const REBUILT = "rebuilt-after";

/** Milliseconds for which a write waits for the prepared engine: as long as a collection takes to wake up. */
const PATIENCE_MS = 30_000;

/** Milliseconds for which an engine that stayed away isn't asked, since waiting writes hold up the table's stream. */
const PAUSE_MS = 60_000;

const RETRY_MS = 1_000;

/** True if the prepared engine was rebuilt and has missed no write since. */
export async function isPrepared(index: OpenIndex): Promise<boolean> {
  const [missed = 0, rebuilt] = await Promise.all([MISSED, REBUILT].map((name) => index.readSetting(name)));
  return missed === rebuilt;
}

/**
 * Writes to the engine that answers, and to one that is being prepared. What that one doesn't take is reported and lost to it
 * until it is rebuilt, so that it never holds up the other.
 */
export function writeBoth(
  { index, indexing }: Engine,
  prepared: OpenIndexing,
  onMissed: (error: unknown) => void,
): OpenIndexing {
  let pausedUntil = 0;
  const prepare: OpenIndexing["write"] = async (readChanges) => {
    const start = performance.now();
    if (start < pausedUntil) throw new SearchAway("The prepared search engine is away");
    for (;;) {
      try {
        return await prepared.write(readChanges);
      } catch (error) {
        if (!isAway(error)) throw error;
        const now = performance.now();
        if (now > start + PATIENCE_MS) {
          pausedUntil = now + PAUSE_MS;
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  return {
    async write(readChanges) {
      await indexing.write(readChanges);
      try {
        await prepare(readChanges);
      } catch (error) {
        await indexing.write(async () => [{ setting: MISSED, value: Date.now() }]);
        onMissed(error);
      }
    },
    async rebuild(source, report) {
      const missed = (await index.readSetting(MISSED)) ?? 0;
      await indexing.rebuild(source, report);
      // An interrupted rebuild from before a missed write isn't continued: what it filled may lack that write.
      await prepared.rebuild({ ...source, name: `${source.name} ${missed}` }, report);
      await indexing.write(async () => [{ setting: REBUILT, value: missed }]);
      if (!(await isPrepared(index)))
        throw new Error("The prepared search engine missed writes meanwhile. Reindex again.");
    },
  };
}
