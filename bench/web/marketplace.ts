import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DEMO_COMPLETE, DEMO_INCOMPLETE } from "#bin/laptop/run-demo.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** Runs `npm start`, and resolves once the whole demo is there; PORT and OCHRE_HOME apply. */
export async function startMarketplace() {
  const child = spawn(process.execPath, ["bin/start.ts"], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`npm start ended with ${code}.`))),
  );
  ended.catch(() => {});
  const ready = (async () => {
    let origin: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      process.stderr.write(`${line}\n`);
      if (line.includes(DEMO_INCOMPLETE)) throw new Error(line);
      origin ??= / is ready at (\S+)/.exec(line)?.[1];
      if (origin && line.includes(DEMO_COMPLETE)) return origin;
    }
    return ended;
  })();
  const stop = () => void child.kill("SIGTERM");
  try {
    const origin = await Promise.race([ready, ended]);
    return { origin, stop, pid: child.pid };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The measured pages: home, an artwork for sale (or the newest one), a full page of search results, and one of text. */
export async function listPages(origin: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${origin}/api/artwork`);
  const { items } = (await response.json()) as { items: readonly { artworkId: string; artworkType: string }[] };
  const artwork = items.find(({ artworkType }) => artworkType === "commercial") ?? items[0];
  if (!artwork) throw new Error(`${origin} has no artwork: seed it with demo data.`);
  return {
    "/": "/",
    "/artwork/{id}": `/artwork/${artwork.artworkId}`,
    "/search": "/search?q=abstract",
    "/how_it_works": "/how_it_works",
  };
}
