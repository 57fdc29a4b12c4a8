import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { FOLLOWERS_PER_PAGE } from "#lambdas/areas/follows/notify-followers.ts";
import type { FollowPage } from "#lambdas/areas/follows/open-follow-pages.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { processFollowPages } from "#lambdas/events/queues/process-follow-pages.ts";
import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { pushNotifications } from "#lambdas/events/streams/push-notifications.ts";
import { syncAccount } from "#lambdas/events/streams/sync-account.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { meterWrites } from "#test/support/meter-writes.ts";
import { putFollowers } from "#test/support/put-followers.ts";
import { queueEvent } from "#test/support/queue-event.ts";
import { actAs } from "#test/support/rights.ts";
import { startApi } from "#test/support/start-api.ts";

/** Followers that the real code notifies here; the cost per follower doesn't depend on their number. */
const COUNTED = Number(process.env.FAN_OUT_FOLLOWERS ?? 600);
const FOLLOWERS = 100_000;

/** List prices of us-east-1 in dollars: table on demand, queue, function of 1 GB on arm64. */
const PRICES = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  request: 0.4 / 1e6,
  invocation: 0.2 / 1e6,
  second: 0.0000133334,
};

/** Sent, received, deleted. */
const REQUESTS_PER_MESSAGE = 3;

/** Records of the stream that one call takes at most. */
const RECORDS_PER_CALL = 100;

/** Items that a notification writes: itself, the processed event, the follower's count. */
const RECORDS_PER_FOLLOWER = 3;

/** Duration of a delivery on AWS, where a read takes some 5 ms and a transaction 20 ms, and deliveries in flight. */
const DELIVERY_MS = 30;
const IN_FLIGHT = 10;

/** Duration of a stream call with a hundred records, none of them for a connected user: a query for each. */
const PUSH_CALL_MS = 500;
const PROCESS_CALL_MS = 50;

const money = (dollars: number) => `$${dollars.toFixed(2)}`;
const thousands = (count: number) => Math.round(count).toLocaleString("en");

test("notifying an artist's followers takes a bounded number of the table's capacity units", async () => {
  const api = await startApi();
  const given = createGiven(api);
  const { table } = api.services;
  const artist = await given.user();
  const ids = await putFollowers(api, artist.userId, COUNTED);
  const { artworkId } = await given.artwork(artist.userId);

  const consumer = (work: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>, as?: string) =>
    createStreamProcessor(MarketplaceTable.getName(), [work], as);
  let records = 0;
  const process = consumer(async (event) => {
    const outcomes = [notify, syncAccount, indexSearch].map((processor) => processor(event, api.services));
    return { batchItemFailures: (await Promise.all(outcomes)).flatMap(({ batchItemFailures }) => batchItemFailures) };
  });
  const post = () => Promise.reject(new Error("Nobody is connected"));
  const sockets = { post, close: async () => {} };
  const push = consumer((event) => {
    records += event.Records.length;
    return pushNotifications(event, { ...api.services, sockets });
  }, "push-notifications");
  // Earlier records aren't counted.
  await process();
  await push();
  records = 0;

  let messages = 0;
  api.followPages.splice(0);
  api.followPages.push({ kind: "newWork", artworkId } satisfies FollowPage);
  const fanOut = await meterWrites(() =>
    meter(async () => {
      for (let page = api.followPages.shift(); page; page = api.followPages.shift()) {
        messages++;
        const event = queueEvent([page]);
        const { batchItemFailures } = await actAs("process-follow-pages", () =>
          processFollowPages(event, api.services),
        );
        expect(batchItemFailures).toEqual([]);
      }
    }),
  );
  const processed = await meter(() => process());
  const pushed = await meter(() => push());

  const sample = await Promise.all(ids.filter((_, at) => at % 50 === 0).map((userId) => findUser(table, userId)));
  expect(new Set(sample.map((user) => user?.unread))).toEqual(new Set([1]));
  expect(messages).toBe(Math.floor(COUNTED / FOLLOWERS_PER_PAGE) + 1);
  const per = (units: number) => units / COUNTED;
  const { GetItemCommand = 0, QueryCommand = 0 } = fanOut.result.unitsByCommand;
  const [reads, writes] = [per(GetItemCommand + QueryCommand), per(fanOut.writeUnits)];
  // A follower more is two reads and three items written twice, as transactions are.
  expect(writes).toBeLessThan(6.1);
  expect(reads).toBeLessThan(2.1);
  expect(per(records)).toBeLessThan(RECORDS_PER_FOLLOWER + 0.1);
  // Most changes of an account aren't the search index's.
  expect(per(processed.readUnits)).toBeLessThan(0.1);

  const pages = Math.floor(FOLLOWERS / FOLLOWERS_PER_PAGE) + 1;
  const calls = (FOLLOWERS * RECORDS_PER_FOLLOWER) / RECORDS_PER_CALL;
  const pushCalls = FOLLOWERS / RECORDS_PER_CALL;
  const readUnits = FOLLOWERS * (reads + per(processed.readUnits) + per(pushed.readUnits));
  const writeUnits = FOLLOWERS * writes;
  const fanOutSeconds = (FOLLOWERS / IN_FLIGHT) * (DELIVERY_MS / 1000);
  const seconds = fanOutSeconds + (calls * PROCESS_CALL_MS + pushCalls * PUSH_CALL_MS) / 1000;
  const price =
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit +
    pages * REQUESTS_PER_MESSAGE * PRICES.request +
    (pages + calls + pushCalls) * PRICES.invocation +
    seconds * PRICES.second;
  console.log(
    `| New work announced to ${thousands(FOLLOWERS)} followers, extrapolated from ${thousands(COUNTED)} by units counted | ` +
      `${thousands(pages)} messages and calls of ${FOLLOWERS_PER_PAGE} followers, ${thousands(calls + pushCalls)} calls of the stream's readers at most, ` +
      `${thousands(readUnits)} read and ${thousands(writeUnits)} write units: ${money(price)}, in ${Math.ceil(fanOutSeconds / 60)} minutes at ${thousands(FOLLOWERS / fanOutSeconds)} a second |`,
  );
});
