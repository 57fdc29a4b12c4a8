import { findThread, queryMessages } from "#lambdas/areas/messages/find-threads.ts";
import { findNotice } from "#lambdas/areas/support/find-notice.ts";
import { getCreatedAt } from "#lambdas/platform/runtime/time.ts";
import { PAGE } from "#shared/limits.ts";
import { NoticeId, ThreadId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";
import { openStageTable } from "../command/stage-table.ts";
import { parseLinkId } from "../moderation/id-in-link.ts";

const parseThreadId = (link: string, siteOrigin: string): ThreadId | undefined =>
  ThreadId.safeParse(parseLinkId(link, "messages", siteOrigin)).data;

export const command = defineCommand({
  usage: ["--link <address> --notice <number>"],
  description: [
    "The newest fifty messages, the last one first: when, by whom, and the text. Nobody reads a conversation that none of its sides reported,",
    "so the audit log gets the conversation and the notice.",
  ],
  reads: true,
  options: {
    link: { value: "<address>", description: "what was reported, as the notice has it" },
    notice: { value: "<number>", description: "the notice's number" },
  },
  async run({ values: { link, notice }, stage, record }) {
    if (!link || !notice) throw new BadCommand("Reading a conversation needs both: --link and --notice.");
    const { data: noticeId } = NoticeId.safeParse(notice);
    if (!noticeId) throw new BadCommand(`--notice ${notice} is no notice's number.`);
    const opened = await stage();
    const table = openStageTable(opened);
    const siteOrigin = opened.output("SiteOrigin");
    const threadId = parseThreadId(link, siteOrigin);
    if (!threadId) throw new BadCommand(`--link ${link} leads to no conversation of ${siteOrigin}.`);
    const thread = await findThread(table, threadId);
    if (!thread) throw new BadCommand(`There is no conversation ${threadId}.`);
    const reported = await findNotice(table, noticeId);
    const { buyerId, artistId } = thread;
    if (reported?.threadId !== threadId || ![buyerId, artistId].some((side) => side === reported.reporterId)) {
      throw new BadCommand(
        `Notice ${noticeId} isn't about this conversation by one of its sides, or older than a year.`,
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
    // An entry has one target, and both have to be found later.
    await record("thread.read", threadId, () => record("thread.read", noticeId, show));
  },
});
