import { join } from "node:path";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, expect, test } from "vitest";
import { findLostActions } from "#bin/restore/find-lost-actions.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findIntent } from "#lambdas/areas/purchases/order/find-intent.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { openAuditLog } from "#lambdas/platform/audit/audit-log.ts";
import { findEntries } from "#lambdas/platform/audit/find-entries.ts";
import { login } from "#shared/contract/auth.ts";
import { readSettings, readUser } from "#shared/contract/users.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { scanTable } from "#test/support/scan-table.ts";
import type { Api } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const erase = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "erase-user", ...words, ...ON_STAGE);

let api: Api;
let shop: Awaited<ReturnType<typeof startShop>>["shop"];

beforeAll(async () => {
  ({ api, shop } = await startShop());
  await startStage();
});

test("erases an account's personal data at once, and can be repeated", async () => {
  const account = await createAccounts(api).createSignedInAccount({ userEmail: "erased@ochre.test" });
  const { userId } = account;
  const { artworkId } = await createGiven(api).artwork(userId);
  const dry = await erase("--user", userId, "--dry-run");
  expect(dry.output).toContain(`This would erase ${userId}, with 1 visible artworks.`);
  expect((await api.call(readSettings, account.self)).status).toBe(200);

  expect(await erase("--user", userId)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${userId} is erased.`),
  });
  await api.processEvents();
  expect((await api.call(readSettings, account.self)).status).toBe(401);
  expect((await api.call(readUser, { params: { username: account.userUsername } })).status).toBe(404);
  const body = { userUsername: account.userUsername, userPassword: PASSWORD };
  expect((await api.call(login, { body })).status).toBe(401);
  expect((await findArtwork(api.services.table, artworkId))?.deletedAt).toBeDefined();
  const kept = await findUser(api.services.table, userId);
  expect([kept?.email, kept?.fullName]).toEqual(["", ""]);
  expect(await scanTable()).not.toContain("erased@ochre.test");
  expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("account.erase");
  expect(await erase("--user", userId)).toMatchObject({ code: 0 });
});

test.each([
  ["ada", "--user ada isn't a user id."],
  ["0198f3a1-0000-7000-8000-000000000001", "There is no account"],
])("%s is refused", async (id, reason) => {
  expect(await erase("--user", id)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});

/** The audit outcomes of erasing an account, and the commands that a restore lists for it. */
async function recordedFor(userId: string) {
  const from = new Date(Date.now() - 60_000);
  const auditTable = process.env.AUDIT_TABLE_NAME ?? "";
  const repeated: string[] = [];
  for (const { command } of await findLostActions(auditTable, from)) {
    if (command.includes(userId)) repeated.push(command);
  }
  const outcomes: string[] = [];
  for await (const { event, outcome } of findEntries({ userId, from, until: new Date() })) {
    if (event === "account.erase") outcomes.push(outcome);
  }
  return { outcomes, repeated };
}

test("a refused erasure is refused by a dry run too, with the order and its deadline, and isn't repeated by a restore", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const { body } = await shop.begin(offered, buyer.userId);
  const intent = await findIntent(api.services.table, { ...offered, buyerId: buyer.userId });
  const paying = `order ${intent?.orderId} has an open payment, which expires at ${new Date((intent?.until ?? 0) * 1000).toISOString()}`;
  for (const [userId, ...option] of [[seller.userId, "--dry-run"], [buyer.userId, "--dry-run"], [buyer.userId]]) {
    const refused = await erase("--user", userId ?? "", ...option);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(paying) });
  }
  expect(await recordedFor(buyer.userId)).toEqual({ outcomes: ["started", "refused"], repeated: [] });

  await shop.pay(body.orderIntent);
  const { body: order } = await shop.place(body.orderIntent, buyer.userId);
  const { latest_charge } = await api.provider.paymentIntents.retrieve(body.orderIntent);
  const dispute = api.stripe.disputeCharge(String(latest_charge));
  await shop.deliver();
  const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000).toISOString();
  const disputed = await erase("--user", buyer.userId, "--dry-run");
  expect(disputed.code).toBe(1);
  expect(disputed.output).toContain(
    `order ${order.orderId} has the open dispute ${dispute.id}, evidence due by ${due}`,
  );

  api.stripe.closeDispute(dispute.id, "won");
  await shop.deliver();
  // An account can't be closed within ten seconds of starting a payment.
  await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: buyer.userId, lastPayment: 1 }));
  expect((await erase("--user", buyer.userId)).code).toBe(0);
  expect(await recordedFor(buyer.userId)).toEqual({
    outcomes: ["started", "refused", "started", "done"],
    repeated: [`erase-user --user ${buyer.userId}`],
  });
});

test("a restore also lists an erasure with only its start recorded", async () => {
  const { userId } = await createGiven(api).user();
  const log = openAuditLog({ AUDIT_TABLE_NAME: process.env.AUDIT_TABLE_NAME ?? "" });
  await log.record({ at: new Date(), who: "ops", event: "account.erase", target: userId, outcome: "started" });
  expect(await recordedFor(userId)).toEqual({ outcomes: ["started"], repeated: [`erase-user --user ${userId}`] });
});
