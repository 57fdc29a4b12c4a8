import type { Cloud } from "ochre-local";
import { explainFailure } from "ochre-local/program";
import { runScript } from "./build-stack.ts";
import type { Options } from "./options.ts";

/** Printed at every start once the demo data is complete. */
export const DEMO_COMPLETE = "The demo is complete";
export const DEMO_INCOMPLETE = "The demo isn't complete; the next start continues.";

/** State file with the stages whose demo is complete. */
const COMPLETED = "demo";

/**
 * Seeds the demo accounts and the first artwork. Returns a function that seeds the rest in the background. Neither rejects:
 * failures are reported, and the next start resumes.
 */
export async function seedDemo(
  cloud: Cloud,
  { stage }: Options,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const completed = cloud.state<string>(COMPLETED);
  if (completed.has(stage)) return async () => report(DEMO_COMPLETE);
  const started = "Seeding demo accounts and first artwork (existing ones are kept)";
  report(started);
  cloud.setNotice({ text: started, isInProgress: true });
  const reportFailure = (error: unknown) => {
    if (signal.aborted) return report("The next start continues with the demo");
    const line = `${DEMO_INCOMPLETE} ${explainFailure(error)}`;
    report(line);
    cloud.setNotice({ text: line, isInProgress: false });
  };
  const { openDemo } = await import("#demo/demo.ts");
  try {
    const demo = await openDemo({ origin: cloud.origin, signal, onWait: report });
    cloud.setNotice({ text: "More demo artwork is being added in the background.", isInProgress: true });
    return async () => {
      try {
        await demo.complete();
        await curate(cloud, demo.curated(), signal);
        completed.set(stage, new Date().toISOString());
        report(DEMO_COMPLETE);
        cloud.setNotice();
      } catch (error) {
        reportFailure(error);
      }
    };
  } catch (error) {
    reportFailure(error);
    return async () => {};
  }
}

/** Runs the operators' `curate` command, the only way to set the home page's curated artwork. */
async function curate(cloud: Cloud, artworkIds: readonly string[], signal: AbortSignal) {
  const env = { ...process.env, PORT: new URL(cloud.origin).port };
  if (artworkIds.length > 0) await runScript(["bin/ops.ts", "curate", "set", ...artworkIds], signal, env);
}
