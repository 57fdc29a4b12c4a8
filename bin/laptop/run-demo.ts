import type { Cloud } from "ochre-local";
import { explainFailure } from "ochre-local/program";
import { APPEALED } from "#demo/events.ts";
import { DEMO_MODERATOR } from "#demo/people.ts";
import { OPERATOR_PERMISSIONS } from "#shared/model/operator.ts";
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
  const protect = await prepareModerator(cloud, stage, report, signal);
  const reportFailure = (error: unknown) => {
    if (signal.aborted) return report("The next start continues with the demo");
    const line = `${DEMO_INCOMPLETE} ${explainFailure(error)}`;
    report(line);
    cloud.setNotice({ text: line, isInProgress: false });
  };
  if (completed.has(stage)) return async () => protect().then(() => report(DEMO_COMPLETE), reportFailure);
  const started = "Seeding demo accounts and first artwork (existing ones are kept)";
  report(started);
  cloud.setNotice({ text: started, isInProgress: true });
  const { openDemo } = await import("#demo/demo.ts");
  try {
    const demo = await openDemo({ origin: cloud.origin, signal, onWait: report });
    cloud.setNotice({ text: "More demo artwork is being added in the background.", isInProgress: true });
    return async () => {
      try {
        await protect();
        await demo.complete();
        await demo.addCases();
        await curate(cloud, demo.curated(), signal);
        await addAppeal(cloud, demo.appealed(), signal);
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

const runOps = (cloud: Cloud, words: readonly string[], signal: AbortSignal) =>
  runScript(["bin/ops.ts", ...words], signal, { ...process.env, PORT: new URL(cloud.origin).port });

/** Sets the home page's curated artwork by the operators' command, which needs no second factor. */
async function curate(cloud: Cloud, artworkIds: readonly string[], signal: AbortSignal) {
  if (artworkIds.length > 0) await runOps(cloud, ["curate", "set", ...artworkIds], signal);
}

/** Takes an artwork down and records its artist's answer by the operators' commands, so that an appeal waits in the queue. */
async function addAppeal(cloud: Cloud, artworkId: string | undefined, signal: AbortSignal) {
  if (!artworkId) return;
  const link = `${cloud.origin}/artwork/${artworkId}`;
  const { reason, rule, answer } = APPEALED;
  await runOps(
    cloud,
    ["takedown", "--link", link, "--reason", reason, "--rule", rule, "--reporter", "a letter"],
    signal,
  );
  await runOps(cloud, ["counter-notice", "--link", link, "--answer", answer], signal);
}

/** State file with the secrets of the moderators' authenticator apps by stage, and with the stages that have theirs. */
const [SECRETS, PROTECTED] = ["moderator-secrets", "moderators"];

/** Shows the moderator's code on the developer's pages. Returns a function that creates the account if the stage lacks it. */
async function prepareModerator(
  cloud: Cloud,
  stage: string,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { addModerator, generateCode } = await import("#demo/add-moderator.ts");
  const { userUsername: name } = DEMO_MODERATOR;
  const [secrets, created] = [cloud.state<string>(SECRETS), cloud.state<string>(PROTECTED)];
  cloud.setCodes(() => {
    const secret = secrets.get(stage);
    return secret ? [{ name, code: generateCode(secret) }] : [];
  });
  return async () => {
    if (created.has(stage)) return;
    const permissions = ["--user", name, "--permission", OPERATOR_PERMISSIONS.join(",")];
    await addModerator({
      origin: cloud.origin,
      storedSecret: secrets.get(stage),
      storeSecret: (secret) => secrets.set(stage, secret),
      grant: () => runOps(cloud, ["operators", "grant", ...permissions], signal),
      onWait: report,
    });
    created.set(stage, new Date().toISOString());
  };
}
