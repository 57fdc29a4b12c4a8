import type { Cloud } from "ochre-local";
import { explainFailure } from "ochre-local/program";
import { runScript } from "./build-stack.ts";
import type { Options } from "./options.ts";

/** Printed at every start as soon as nothing of the demo is missing. */
export const DEMO_COMPLETE = "The demo is complete";
export const DEMO_INCOMPLETE = "The demo isn't complete; the next start continues.";

/** The state file that names the stages whose demo is complete. */
const COMPLETED = "demo";

/**
 * Publishes what a visitor finds at the first look. Returns a function that adds the rest of the demo while the shop is
 * open. Neither rejects, for the shop works without its demo: the next start continues where this one ended.
 */
export async function runDemo(
  cloud: Cloud,
  { stage }: Options,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const completed = cloud.state<string>(COMPLETED);
  if (completed.has(stage)) return async () => report(DEMO_COMPLETE);
  const started = "Adding the demo's accounts and first artwork, unless an earlier start has";
  report(started);
  cloud.setNotice({ text: started, isUnderWay: true });
  const interrupted = (error: unknown) => {
    if (signal.aborted) return report("The next start continues with the demo");
    const line = `${DEMO_INCOMPLETE} ${explainFailure(error)}`;
    report(line);
    cloud.setNotice({ text: line, isUnderWay: false });
  };
  const { openDemo } = await import("#demo/demo.ts");
  try {
    const demo = await openDemo({ origin: cloud.origin, signal, onWait: report });
    cloud.setNotice({ text: "More demo artwork follows while you look around.", isUnderWay: true });
    return async () => {
      try {
        await demo.complete();
        await curate(cloud, demo.curated(), signal);
        completed.set(stage, new Date().toISOString());
        report(DEMO_COMPLETE);
        cloud.setNotice();
      } catch (error) {
        interrupted(error);
      }
    };
  } catch (error) {
    interrupted(error);
    return async () => {};
  }
}

/** As operators do: nobody else may choose what the home page opens with. */
async function curate(cloud: Cloud, artworkIds: readonly string[], signal: AbortSignal) {
  const env = { ...process.env, PORT: new URL(cloud.origin).port };
  if (artworkIds.length > 0) await runScript(["bin/ops.ts", "curate", "set", ...artworkIds], signal, env);
}
