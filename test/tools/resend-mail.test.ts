import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { givenIn } from "#test/support/given.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "./project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const resend = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "resend-mail", ...words, ...ON_STAGE);

let api: Api;
let buyer: { userId: string; email: string };
let orderId: string;

beforeAll(async () => {
  api = await startApi();
  await startStage({ outputs: { MailSender: process.env.MAIL_FROM ?? "" } });
  const given = givenIn(api);
  buyer = await given.user();
  const { artworkId } = await given.artwork((await given.user()).userId);
  ({ orderId } = await given.order(artworkId, buyer.userId));
});

test("mails the buyer once more, as often as it is called", async () => {
  const dry = await resend("--order", orderId, "--kind", "bought", "--dry-run");
  expect(dry.output).toContain(`This would mail bought to ${buyer.userId}.`);
  expect(api.mails()).toEqual([]);
  for (let times = 1; times <= 2; times++) {
    const { code, output } = await resend("--order", orderId, "--kind", "bought");
    expect([code, output]).toEqual([0, `Mailed bought to ${buyer.userId}.\n`]);
    const mails = api.mails().filter(({ to }) => to === buyer.email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(times).fill(expect.stringContaining("Your license to")));
  }
  expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("mail.resend");
});

test.each([
  ["bought", "dunes", "--order dunes is no order's id."],
  ["bought", "0198f3a1-0000-7000-8000-000000000001", "There is no order"],
  ["letter", undefined, "--kind letter: the kinds are bought, sold,"],
  ["refunded", undefined, "refunded isn't true."],
  ["sold", undefined, "sold isn't true."],
])("%s of %s is refused", async (kind, order, reason) => {
  const refused = await resend("--order", order ?? orderId, "--kind", kind);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
