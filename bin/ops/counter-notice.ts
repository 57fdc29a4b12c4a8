import { afterBusinessDays, findOpenTakedowns, recordAnswer } from "#lambdas/areas/artwork/takedowns.ts";
import { formatDate } from "#shared/format.ts";
import { BadCommand } from "../command/bad-command.ts";
import { type Call, defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openWithholding } from "../moderation/open-withholding.ts";
import { requireArtwork, requireArtworkId } from "../moderation/require-artwork.ts";
import { printReporters, requireShownOwner, restoreArtwork, type TakenDown } from "../moderation/restore-artwork.ts";

interface Matter extends TakenDown, Pick<Call, "isDry" | "record"> {
  readonly at: Date;
}

/** Shows the artwork again, once the announced day has come. */
async function restoreAnswered({ at, isDry, record, ...takenDown }: Matter) {
  const { takedowns, artwork } = takenDown;
  await requireShownOwner(takenDown);
  if (takedowns.some(({ answeredAt }) => !answeredAt)) throw new BadCommand("A notice isn't answered yet.");
  const dates = takedowns.map(({ restoreFrom = "" }) => restoreFrom);
  const from = dates.toSorted().at(-1) ?? "";
  if (at.toISOString() < from) throw new BadCommand(`It may be shown again from ${formatDate(from)} on.`);
  if (isDry) return console.log(`This would restore artwork ${artwork.artworkId}. ${NOTHING_DONE}`);
  await record("artwork.restore", artwork.artworkId, () => restoreArtwork(takenDown, at));
  console.log(`Artwork ${artwork.artworkId} is restored.`);
  await printReporters(takenDown);
}

/** Stores the answer for every report without one; `restoring` is the command that ends the waiting period in business days. */
async function passOn(
  { services, artwork: { artworkId }, takedowns, at, isDry, record }: Matter,
  { answer, days, restoring }: { readonly answer: string; readonly days: number; readonly restoring: string },
) {
  const unanswered = takedowns.filter(({ answeredAt }) => !answeredAt);
  if (unanswered.length === 0) throw new BadCommand("It is answered already.");
  const restoreFrom = afterBusinessDays(at, days);
  if (isDry) return console.log(`This would pass the answer on. ${NOTHING_DONE}`);
  await record("artwork.counter_notice", artworkId, async () => {
    const recorded = await Promise.all(
      unanswered.map((takedown) => recordAnswer(services.table, takedown, { answer, at, restoreFrom })),
    );
    if (recorded.includes(false)) throw new BadCommand("Somebody else recorded an answer meanwhile.");
  });
  await printReporters({ services, takedowns: unanswered });
  console.log(`From ${formatDate(restoreFrom)} on, unless a court decides, run:`);
  console.log(restoring);
}

export const command = defineCommand({
  usage: ["--link <address> --answer <text>", "--link <address> --restore"],
  description: [
    "--answer keeps the answer and mails it to who sent the notice, with the day from which on the artwork may be shown again: the stage's",
    "counterNoticeDays later. --restore shows it again from that day on, and both sides are mailed that. Where a court decides, leave it.",
  ],
  options: {
    link: { value: "<address>", description: "the artwork that was taken down" },
    answer: { value: "<text>", description: "what its owner answered, as who reported it is to read it" },
    restore: { description: "shows the artwork again" },
  },
  async run({ values: { link, answer = "", restore }, isDry, stage, record }) {
    if (!link || Boolean(answer.trim()) === restore) {
      throw new BadCommand("A counter-notice needs --link, and --answer or --restore.");
    }
    const opened = await stage();
    const services = await openWithholding(opened);
    const artwork = await requireArtwork(services.table, requireArtworkId(link, opened.output("SiteOrigin")));
    const takedowns = await findOpenTakedowns(services.table, artwork.artworkId);
    if (takedowns.length === 0) throw new BadCommand(`Artwork ${artwork.artworkId} isn't taken down.`);
    for (const { reason, reporter } of takedowns) console.log(`Taken down because: ${reason} (${reporter})`);
    const matter = { services, artwork, takedowns, at: new Date(), isDry, record };
    if (restore) return restoreAnswered(matter);
    const option = opened.isLaptop ? "" : ` --stack ${opened.name}`;
    return passOn(matter, {
      answer,
      days: Number(opened.output("CounterNoticeDays")),
      restoring: `npm run ops -- counter-notice --link ${link} --restore${option}`,
    });
  },
});
