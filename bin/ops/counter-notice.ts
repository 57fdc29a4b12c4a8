import { restoreArtwork } from "#lambdas/areas/artwork/restore-artwork.ts";
import { addBusinessDays, findOpenTakedowns, recordAnswer } from "#lambdas/areas/artwork/takedowns.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openWithholdServices } from "../moderation/open-withhold-services.ts";
import { requireArtwork, requireArtworkId } from "../moderation/require-artwork.ts";
import { printReportersToNotify, requireOwnerNotBlocked, type TakedownCase } from "../moderation/takedown-case.ts";

interface CounterNoticeContext extends TakedownCase, Pick<Call, "isDry" | "record"> {
  readonly at: Date;
}

/** Restores the artwork once the waiting period is over. */
async function restoreAfterWaitingPeriod({ at, isDry, record, ...takedownCase }: CounterNoticeContext) {
  const { services, takedowns, artwork } = takedownCase;
  await requireOwnerNotBlocked(takedownCase);
  if (takedowns.some(({ answeredAt }) => !answeredAt)) throw new CommandError("A takedown has no counter-notice yet.");
  const dates = takedowns.map(({ restoreFrom = "" }) => restoreFrom);
  const from = dates.toSorted().at(-1) ?? "";
  if (at.toISOString() < from)
    throw new CommandError(`The artwork can be restored from ${formatDate(from, DISPLAY.momentFormat, "UTC")} UTC on.`);
  if (isDry) return console.log(`This would restore artwork ${artwork.artworkId}. ${NOTHING_DONE}`);
  await record("artwork.restore", artwork.artworkId, () => restoreArtwork(services, artwork.artworkId, takedowns, at));
  console.log(`Artwork ${artwork.artworkId} is restored.`);
  await printReportersToNotify(takedownCase);
}

/** Stores the counter-notice for each takedown without one, and prints the command that restores the artwork later. */
async function recordCounterNotice(
  { services, artwork: { artworkId }, takedowns, at, isDry, record }: CounterNoticeContext,
  { answer, days, restoreCommand }: { readonly answer: string; readonly days: number; readonly restoreCommand: string },
) {
  const unanswered = takedowns.filter(({ answeredAt }) => !answeredAt);
  // An interrupted run can be repeated.
  if (takedowns.every((takedown) => takedown.answer === answer))
    return console.log("This counter-notice is already recorded.");
  if (unanswered.length === 0) throw new CommandError("The counter-notice is already recorded.");
  const restoreFrom = addBusinessDays(at, days);
  if (isDry) return console.log(`This would record the counter-notice. ${NOTHING_DONE}`);
  await record("artwork.counter_notice", artworkId, async () => {
    const recorded = await Promise.all(
      unanswered.map((takedown) => recordAnswer(services.table, takedown, { answer, at, restoreFrom })),
    );
    if (recorded.includes(false)) throw new CommandError("Another operator recorded a counter-notice concurrently.");
  });
  await printReportersToNotify({ services, takedowns: unanswered });
  console.log(
    `From ${formatDate(restoreFrom, DISPLAY.momentFormat, "UTC")} UTC on, unless the reporter goes to court, run:`,
  );
  console.log(restoreCommand);
}

export const command = defineCommand({
  usage: ["--link <url> --answer <text>", "--link <url> --restore"],
  description: [
    "--answer stores the counter-notice and emails the owner and the reporters with a stored notice the earliest restore date,",
    "after the stage's waiting period in business days. It prints the other reporters, whom you notify yourself.",
    "--restore restores the artwork from that date on and emails both parties. If the reporter goes to court, don't run it.",
  ],
  options: {
    link: { value: "<url>", description: "the artwork that was taken down" },
    answer: { value: "<text>", description: "the owner's counter-notice, as sent to the reporter" },
    restore: { description: "restore the artwork" },
  },
  async run({ values: { link, answer = "", restore }, isDry, stage, record }) {
    if (!link || Boolean(answer.trim()) === restore) {
      throw new CommandError("A counter-notice needs --link, and --answer or --restore.");
    }
    const resolvedStage = await stage();
    const services = await openWithholdServices(resolvedStage);
    const artwork = await requireArtwork(services.table, requireArtworkId(link, resolvedStage.output("SiteOrigin")));
    const takedowns = await findOpenTakedowns(services.table, artwork.artworkId);
    if (takedowns.length === 0) throw new CommandError(`Artwork ${artwork.artworkId} isn't taken down.`);
    for (const { reason, reporter } of takedowns) console.log(`Taken down because: ${reason} (${reporter})`);
    const context = { services, artwork, takedowns, at: new Date(), isDry, record };
    if (restore) return restoreAfterWaitingPeriod(context);
    const option = resolvedStage.isLaptop ? "" : ` --stack ${resolvedStage.name}`;
    return recordCounterNotice(context, {
      answer,
      days: Number(resolvedStage.output("CounterNoticeDays")),
      restoreCommand: `npm run ops -- counter-notice --link ${link} --restore${option}`,
    });
  },
});
