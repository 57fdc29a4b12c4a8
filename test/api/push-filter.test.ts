import type { DynamoDBRecord } from "aws-lambda";
import { matchesEvent } from "ochre-local/services";
import { expect, test } from "vitest";
import { ThreadEntity } from "#lambdas/areas/messages/thread.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { FUNCTIONS } from "#lambdas/functions.ts";
import { getKey } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { startThread } from "#shared/contract/messages.ts";
import { readNotification } from "#shared/contract/notifications.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { startApi } from "#test/support/start-api.ts";

test("only new notifications, new messages and changed offers invoke the push function", async () => {
  const api = await startApi();
  const given = createGiven(api);
  const records: DynamoDBRecord[] = [];
  const follow = createStreamProcessor(MarketplaceTable.getName(), [
    async (event) => {
      records.push(...event.Records);
      return notify(event, api.services);
    },
  ]);
  const [owner, fan] = [await given.user(), await given.user()];
  const { artworkId } = await given.artwork(owner.userId);
  await given.comment(artworkId, fan.userId);
  await follow();
  const passed = () =>
    records.filter((record) => FUNCTIONS["push-notifications"].stream.some((pattern) => matchesEvent(pattern, record)));
  const [told] = passed();

  expect(passed()).toHaveLength(1);
  expect(told?.dynamodb?.Keys?.pk?.S).toBe(getKey(UserEntity, owner).pk);
  const notificationId = told?.dynamodb?.Keys?.sk?.S?.split("#")[1] ?? "";
  await api.call(readNotification, { as: owner.userId, params: { userId: owner.userId, notificationId } });
  await follow();

  expect(passed()).toHaveLength(1);
  expect(records.length).toBeGreaterThan(4);

  const body = { subject: "artwork", subjectId: artworkId, messageContent: "How large is it?" };
  const { threadId } = (await api.call(startThread, { as: fan.userId, body })).body;
  await follow();

  expect(passed().map(({ dynamodb }) => dynamodb?.Keys?.pk?.S)).toEqual([
    getKey(UserEntity, owner).pk,
    getKey(ThreadEntity, { threadId }).pk,
  ]);
});
