import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startThread } from "#shared/contract/messages.ts";
import { reportContent } from "#shared/contract/support.ts";
import { givenIn } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

let api: Api;
let threadId: string;
let messageId: string;

beforeAll(async () => {
  api = await startApi();
  await startStage();
  const given = givenIn(api);
  const { artworkId } = await given.artwork((await given.user()).userId);
  const body = { subject: "artwork", subjectId: artworkId, messageContent: "Send me your bank details" };
  const { body: started } = await api.call(startThread, { as: (await given.user()).userId, body });
  [threadId, messageId] = [started.threadId, started.message.messageId];
});

test("a reported conversation is read, and the audit log has it and its notice", async () => {
  const link = `/messages/${threadId}#${messageId}`;
  const body = { link, reason: "Fraud.", email: "someone@ochre.test" };
  const { noticeId } = (await api.call(reportContent, { body })).body;
  const mail = api.mails().find(({ subject }) => subject.includes(noticeId));
  expect(mail?.links[0]).toBe(`${api.services.siteOrigin}${link}`);
  const read = await ops("thread", "--link", link, "--notice", noticeId);
  expect(read).toMatchObject({ code: 0, output: expect.stringContaining("Send me your bank details") });
  const { output } = await ops("audit", "--event", "thread.read");
  for (const target of [threadId, noticeId]) expect(output).toMatch(new RegExp(`thread\\.read +${target} +done`));
});

test("a conversation isn't read with the number of a notice about something else", async () => {
  const body = { link: "/about", reason: "Fraud.", email: "someone@ochre.test" };
  const { noticeId } = (await api.call(reportContent, { body })).body;
  const read = await ops("thread", "--link", `/messages/${threadId}`, "--notice", noticeId);
  expect(read).toMatchObject({ code: 1, output: expect.stringContaining("isn't about this conversation") });
  expect(read.output).not.toContain("Send me your bank details");
});

test.each([
  [["--link", "/messages/x"], "needs both"],
  [["--link", "/messages/x", "--notice", "x"], "x is no notice's number"],
  [["--link", "/artwork/x", "--notice", "01980000-0000-7000-8000-000000000000"], "leads to no conversation"],
])("thread %s is refused", async (words, reason) => {
  expect(await ops("thread", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
