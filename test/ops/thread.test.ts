import { join } from "node:path";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, expect, test } from "vitest";
import { NoticeEntity } from "#lambdas/areas/support/notice.entity.ts";
import { startThread } from "#shared/contract/messages.ts";
import { reportContent, reportThread } from "#shared/contract/support.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

let api: Api;
let threadId: string;
let reporterId: string;

beforeAll(async () => {
  api = await startApi();
  await startStage();
  const given = createGiven(api);
  const artist = await given.user();
  reporterId = artist.userId;
  const { artworkId } = await given.artwork(artist.userId);
  const body = { subject: "artwork", subjectId: artworkId, messageContent: "Send me your bank details" };
  const { body: started } = await api.call(startThread, { as: (await given.user()).userId, body });
  threadId = started.threadId;
});

test("a reported conversation is printed, and recorded with its notice in the audit log", async () => {
  const link = `/messages/${threadId}`;
  const call = { as: reporterId, params: { threadId }, body: { reason: "Fraud." } };
  const { noticeId } = (await api.call(reportThread, call)).body;
  const mail = api.mails().find(({ subject }) => subject.includes(noticeId));
  expect(mail?.links).toContain(`${api.services.siteOrigin}${link}`);
  const read = await ops("thread", "--link", link, "--notice", noticeId);
  expect(read).toMatchObject({ code: 0, output: expect.stringContaining("Send me your bank details") });
  const { output } = await ops("audit", "--event", "thread.read");
  for (const target of [threadId, noticeId]) expect(output).toMatch(new RegExp(`thread\\.read +${target} +done`));
});

test("a conversation isn't printed for a notice about other content", async () => {
  const body = { link: "/about", reason: "Fraud.", email: "someone@ochre.test" };
  const { noticeId } = (await api.call(reportContent, { body })).body;
  const read = await ops("thread", "--link", `/messages/${threadId}`, "--notice", noticeId);
  expect(read).toMatchObject({ code: 1, output: expect.stringContaining("isn't about this conversation") });
  expect(read.output).not.toContain("Send me your bank details");
});

test("a conversation isn't printed for a notice from others than its parties", async () => {
  const noticeId = api.services.newId();
  const href = `${api.services.siteOrigin}/messages/${threadId}`;
  const notice = { noticeId, href, email: "someone@ochre.test", expires: Math.floor(Date.now() / 1000) + 3600 };
  const stranger = (await createGiven(api).user()).userId;
  for (const ids of [{}, { threadId, reporterId: stranger }]) {
    await api.services.table.send(NoticeEntity.build(PutItemCommand).item({ ...notice, ...ids }));
    const read = await ops("thread", "--link", href, "--notice", noticeId);
    expect(read).toMatchObject({ code: 1, output: expect.stringContaining("isn't from one of its participants") });
  }
});

test.each([
  [["--link", "/messages/x"], "--link and --notice are required."],
  [["--link", "/messages/x", "--notice", "x"], "x isn't a notice number"],
  [["--link", "/artwork/x", "--notice", "01980000-0000-7000-8000-000000000000"], "isn't a conversation URL"],
])("thread %s is refused", async (words, reason) => {
  expect(await ops("thread", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
