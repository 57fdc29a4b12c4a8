import { existsSync } from "node:fs";
import { join } from "node:path";
import { PICTURES_FOLDER } from "#local/cloud/state-folder.ts";
import type { Cloud } from "#local/cloud.ts";
import type { PictureRenderer } from "#local/seed/art/picture-renderer.ts";
import { runScript } from "./build-stack.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Options } from "./options.ts";

/** Printed at every start as soon as nothing of the demo is missing. */
export const DEMO_COMPLETE = "The demo is complete";

/** The state file that names the stages whose demo is complete. */
const SEEDED = "seeded";

/** A first start draws pictures, so drawing begins while the build runs. */
export async function startDrawing({ home, fresh }: Options): Promise<PictureRenderer | undefined> {
  if (!fresh && existsSync(join(home, `${SEEDED}.json`))) return undefined;
  const { startDemoRenderer } = await import("#local/seed/seed.ts");
  // The cloud reports a folder that can't be created.
  return startDemoRenderer(join(home, PICTURES_FOLDER)).catch(() => undefined);
}

/**
 * Makes what a visitor finds at the first look. Returns a function that adds the rest of the demo while the shop is open;
 * it never rejects: the next start goes on where this one ended.
 */
export async function runDemo(
  cloud: Cloud,
  { stage, home }: Options,
  report: (line: string) => void,
  renderer: PictureRenderer | undefined,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const seeded = cloud.state<string>(SEEDED);
  if (seeded.has(stage)) {
    renderer?.close();
    return async () => report(DEMO_COMPLETE);
  }
  const begun = "Making the demo's accounts and first artwork, unless an earlier start has";
  report(begun);
  // From the very beginning, because whoever adds artwork beside it waits for its end.
  cloud.setNotice({ text: begun, isUnderWay: true });
  const [{ DEMO_PROGRESS, openDemo, peopleOf }, { SMALL_DEMO }] = await Promise.all([
    import("#local/seed/seed.ts"),
    import("#local/seed/catalogue.ts"),
  ]);
  const demo = await openDemo({
    people: peopleOf(SMALL_DEMO),
    catalogue: SMALL_DEMO,
    origin: cloud.origin,
    picturesDir: join(home, PICTURES_FOLDER),
    renderer,
    signal,
    onWait: report,
    onProgress(published, total) {
      const line = `${DEMO_PROGRESS}: ${published} of ${total}`;
      report(line);
      cloud.setNotice({ text: `${line}. The rest follows while you look around.`, isUnderWay: true });
    },
  });
  return async () => {
    try {
      await demo.complete();
      await curate(cloud, demo.curated(), signal);
      seeded.set(stage, new Date().toISOString());
      report(`${DEMO_COMPLETE}; npm run seed adds more artists and artwork`);
      cloud.setNotice();
    } catch (error) {
      if (signal.aborted) return report("The next start goes on with the demo");
      const line = `The demo isn't complete; the next start goes on. ${explainFailure(error)}`;
      report(line);
      cloud.setNotice({ text: line, isUnderWay: false });
    }
  };
}

/** As operators do: nobody else may choose what the home page opens with. */
async function curate(cloud: Cloud, artworkIds: readonly string[], signal: AbortSignal) {
  const env = { ...process.env, PORT: new URL(cloud.origin).port };
  if (artworkIds.length > 0) await runScript(["bin/ops.ts", "curate", "set", ...artworkIds], signal, env);
}
