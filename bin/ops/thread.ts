import { findThread, queryMessages } from "#lambdas/areas/messages/find-threads.ts";
import { findNotice } from "#lambdas/areas/support/find-notice.ts";
import { getCreatedAt } from "#lambdas/platform/runtime/time.ts";
import { PAGE } from "#shared/limits.ts";
import { NoticeId, ThreadId } from "#shared/model/ids.ts";
import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";
import { parseLinkId } from "../moderation/parse-link-id.ts";

const parseThreadId = (link: string, siteOrigin: string): ThreadId | undefined =>
  ThreadId.safeParse(parseLinkId(link, "messages", siteOrigin)).data;

export const command = defineCommand({
  usage: ["--link <url> --notice <number>"],
  description: [
    "Prints the newest 50 messages, newest first: time, author, text. Only reported conversations may be read; the audit log records the",
    "conversation and the notice.",
  ],
  reads: true,
  options: {
    link: { value: "<url>", description: "the reported URL, as in the notice" },
    notice: { value: "<number>", description: "the notice's number" },
  },
  async run({ values: { link, notice }, stage, record }) {
    if (!link || !notice) throw new CommandError("--link and --notice are required.");
    const { data: noticeId } = NoticeId.safeParse(notice);
    if (!noticeId) throw new CommandError(`--notice ${notice} isn't a notice number.`);
    const resolvedStage = await stage();
    const table = openStageTable(resolvedStage);
    const siteOrigin = resolvedStage.output("SiteOrigin");
    const threadId = parseThreadId(link, siteOrigin);
    if (!threadId) throw new CommandError(`--link ${link} isn't a conversation URL of ${siteOrigin}.`);
    const thread = await findThread(table, threadId);
    if (!thread) throw new CommandError(`There is no conversation ${threadId}.`);
    const reported = await findNotice(table, noticeId);
    const { buyerId, artistId } = thread;
    if (reported?.threadId !== threadId || ![buyerId, artistId].some((side) => side === reported.reporterId)) {
      throw new CommandError(
        `Notice ${noticeId} isn't about this conversation, isn't from one of its participants, or has expired after a year.`,
      );
    }
    const show = async () => {
      console.log(
        `About ${thread.orderId ? `order ${thread.orderId}` : `artwork ${thread.artworkId}`}, ${thread.title}`,
      );
      for (const { messageId, authorId, kind, content } of await queryMessages(table, threadId, { limit: PAGE.max })) {
        console.log(`\n${getCreatedAt(messageId)}  ${authorId}  ${kind}  ${messageId}\n${content}`);
      }
    };
    // Two entries, because an entry has one target and both have to be searchable.
    await record("thread.read", threadId, () => record("thread.read", noticeId, show));
  },
});
