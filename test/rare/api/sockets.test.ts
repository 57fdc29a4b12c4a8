import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { UserConnectionEntity } from "#lambdas/events/sockets/connection.entity.ts";
import { buildAddressOwner, type SlotOwner, takeSlot } from "#lambdas/events/sockets/connection-slots.ts";
import { listConnections } from "#lambdas/events/sockets/connections.ts";
import { pushNotifications } from "#lambdas/events/streams/push-notifications.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { ServerMessage } from "#shared/model/socket.ts";
import { followStream } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { givenSignedIn, startSockets } from "#test/support/start-sockets.ts";

type Sockets = Awaited<ReturnType<typeof startSockets>>;
type Connection = Awaited<ReturnType<Sockets["connect"]>>;

let api: Api;
let live: Sockets;
let given: ReturnType<typeof createGiven>;
let streamed: ReturnType<typeof followStream>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  live = await startSockets(api);
  streamed = followStream(
    MarketplaceTable.getName(),
    [(event) => pushNotifications(event, live.services)],
    "push-notifications",
  );
});

const waitForMessages = (connection: Connection, event: string, times = 1) =>
  vi.waitFor(
    () => {
      const received = connection.received.filter((one) => one.event === event);
      expect(received).toHaveLength(times);
      return received;
    },
    { timeout: 30_000, interval: 10 },
  );

const signedIn = () => givenSignedIn(api, given);
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** A connection that has said whose it is. */
async function connectAs(user: SignedIn) {
  // Before connecting, as a connection has three seconds to say whose it is.
  const token = await user.token();
  const connection = await live.connect();
  connection.send("authenticateUser", { token });
  await waitForMessages(connection, "authenticatedUser");
  return connection;
}

async function notify({ userId }: { userId: string }) {
  const ref = api.services.newId();
  const about = { ref, artworkId: api.services.newId(), title: "Dunes at noon", actorId: api.services.newId() };
  await deliverNotification({ userId, event: ref, type: "comment", ...about }, api.services);
}

/** A connection that ended without a word. */
const buildGhost = (userId: string) => {
  const later = Math.floor(Date.now() / 1000) + LIFETIMES.socket;
  return UserConnectionEntity.build(PutItemCommand).item({
    userId,
    connectionId: "ghost=",
    tokenUntil: later,
    expires: later,
  });
};

const connectionIds = async ({ userId }: { userId: string }) =>
  (await listConnections(api.services.table, userId)).map(({ connectionId }) => connectionId);

describe("a connection", () => {
  test("is authenticated for its user by a valid token, and gets the unread count", async () => {
    const user = await signedIn();
    await notify(user);
    const connection = await connectAs(user);
    expect(connection.received).toEqual([{ event: "authenticatedUser", data: { count: 1 } }]);
    expect(await connectionIds(user)).toHaveLength(1);
  });

  test("gets each notification with the new count, on every device, and nobody else does", async () => {
    const [user, other] = [await signedIn(), await signedIn()];
    const [first, second, stranger] = [await connectAs(user), await connectAs(user), await connectAs(other)];
    await notify(user);
    await streamed();
    for (const connection of [first, second]) {
      const [received] = await waitForMessages(connection, "sendNotification");
      expect(ServerMessage.parse(received)).toMatchObject({
        data: { count: 1, notification: { type: "comment", title: "Dunes at noon", read: false } },
      });
    }
    expect(stranger.received.map(({ event }) => event)).toEqual(["authenticatedUser"]);
  });

  test("gets the same notification under the same id when the stream delivers twice", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    await notify(user);
    await streamed({ times: 2 });
    const received = await waitForMessages(connection, "sendNotification", 2);
    const ids = received.map((one) => (one.data as { notification: { id: string } }).notification.id);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([
    ["text that is no JSON", "hello"],
    ["an unknown event", '{"event":"openSesame","data":{}}'],
    ["a token of the wrong type", '{"event":"authenticateUser","data":{"token":5}}'],
    ["an event without its data", '{"event":"authenticateUser"}'],
    ["null", "null"],
  ])("that says %s is not answered and stays open", async (_what, text) => {
    const user = await signedIn();
    const connection = await connectAs(user);
    connection.socket.send(text);
    connection.send("authenticateUser", { token: await user.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "authenticatedUser"]);
  });

  test("from another site's page is refused", async () => {
    await expect(live.connect({ origin: "https://elsewhere.example" })).rejects.toThrow("403");
    await expect(live.connect({ origin: api.services.siteOrigin })).resolves.toBeDefined();
  });

  test("is forgotten when it ends", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    connection.socket.close();
    await vi.waitFor(async () => expect(await connectionIds(user)).toEqual([]));
  });

  test("is forgotten and closed when its user leaves", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    connection.send("disconnectUser");
    await connection.closed;
    expect(await connectionIds(user)).toEqual([]);
  });

  test("is the next user's alone when another one takes it over", async () => {
    const [before, after] = [await signedIn(), await signedIn()];
    const connection = await connectAs(before);
    connection.send("authenticateUser", { token: await after.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
    expect(await connectionIds(before)).toEqual([]);
    expect(await connectionIds(after)).toHaveLength(1);
  });
});

describe("at most so many connections", () => {
  const later = () => new Date(api.services.now().getTime() + LIFETIMES.socket * 1000);
  const fill = (owner: SlotOwner, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) =>
        takeSlot(api.services.table, owner, `other${nth}=`, api.services.now()),
      ),
    );

  test("are open for one address, and the next takes the place of one that ended", async () => {
    const from = "203.0.113.7";
    await fill(buildAddressOwner(from), LIMITS.connections.address - 1);
    const last = await live.connect({ from });
    await expect(live.connect({ from })).rejects.toThrow("429");
    await expect(live.connect({ from: "203.0.113.8" })).resolves.toBeDefined();
    last.socket.close();
    await vi.waitFor(() => live.connect({ from }), { timeout: 10_000 });
  });

  test("are open for one address also after one that said nothing of itself was closed", async () => {
    const from = "203.0.113.9";
    await fill(buildAddressOwner(from), LIMITS.connections.address - 1);
    const silent = await live.connect({ from });
    await silent.closed;
    await vi.waitFor(() => live.connect({ from }), { timeout: 10_000 });
  });

  test("are open for one user, whose next one is closed; a renewed token needs no other", async () => {
    const user = await signedIn();
    await fill({ kind: "user", id: user.userId }, LIMITS.connections.user - 1);
    const last = await connectAs(user);
    last.send("authenticateUser", { token: await user.token() });
    await waitForMessages(last, "authenticatedUser", 2);
    const token = await user.token();
    const refused = await live.connect();
    refused.send("authenticateUser", { token });
    expect(await refused.closed).toBe(1000);
    expect(refused.received).toEqual([]);
    expect(await connectionIds(user)).toHaveLength(1);
    last.send("disconnectUser");
    await last.closed;
    await connectAs(user);
  });

  test("are limited for connections opened at once", async () => {
    const taken = await fill({ kind: "user", id: "simultaneous" }, 2 * LIMITS.connections.user);
    expect(taken.filter(Boolean)).toHaveLength(LIMITS.connections.user);
  });

  test("are counted for as long as API Gateway keeps a connection", async () => {
    const owner = { kind: "user", id: "ghosts" } as const;
    await fill(owner, LIMITS.connections.user);
    expect(await takeSlot(api.services.table, owner, "next=", api.services.now())).toBe(false);
    expect(await takeSlot(api.services.table, owner, "next=", later())).toBe(true);
  });
});

describe("a token", () => {
  test("that is forged or for another use is answered by expiredToken and opens nothing", async () => {
    const connection = await live.connect();
    connection.send("authenticateUser", { token: "a.b.c" });
    await waitForMessages(connection, "expiredToken");
  });

  test("that has run out before it came is answered by expiredToken; a fresh one opens the same connection", async () => {
    const user = await signedIn();
    api.travel(-2 * LIFETIMES.accessToken);
    const old = await user.token();
    api.travel(2 * LIFETIMES.accessToken);
    const fresh = await user.token();
    const connection = await live.connect();
    connection.send("authenticateUser", { token: old });
    await waitForMessages(connection, "expiredToken");
    connection.send("authenticateUser", { token: fresh });
    await waitForMessages(connection, "authenticatedUser");
  });

  test("of a session that has ended, or of a closed account, opens nothing", async () => {
    const [ended, closed, user] = [await signedIn(), await signedIn(), await signedIn()];
    const tokens = [await ended.token(), await closed.token()];
    const { table } = api.services;
    const far = Math.floor(Date.now() / 1000) + 60;
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId: ended.userId, notBefore: far }));
    const deactivatedAt = new Date().toISOString();
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId: closed.userId, deactivatedAt }));
    for (const token of tokens) {
      const connection = await live.connect();
      connection.send("authenticateUser", { token });
      await waitForMessages(connection, "expiredToken");
      connection.send("authenticateUser", { token: await user.token() });
      await waitForMessages(connection, "authenticatedUser");
    }
    expect([await connectionIds(ended), await connectionIds(closed)]).toEqual([[], []]);
  });

  test("of a session that ends while connected is told of nothing more", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    await notify(user);
    const notBefore = Math.floor(Date.now() / 1000) + 60;
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: user.userId, notBefore }));
    await streamed();
    await waitForMessages(connection, "expiredToken");
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "expiredToken"]);
  });

  test("that runs out while connected is asked for again in place of the next notification", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    await notify(user);
    api.travel(LIFETIMES.accessToken + 1);
    await streamed();
    await waitForMessages(connection, "expiredToken");
    api.travel(-LIFETIMES.accessToken - 1);
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "expiredToken"]);
  });
});

describe("a connection that says nothing of itself", () => {
  test("is closed once its time is over", async () => {
    const silent = await live.connect();
    expect(await silent.closed).toBe(1000);
    expect(live.faults).toEqual([]);
  });

  test("stays when it has authenticated in time", async () => {
    const user = await signedIn();
    const [silent, connection] = [await live.connect(), await connectAs(user)];
    await silent.closed;
    connection.send("authenticateUser", { token: await user.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
  });
});

describe("a gone connection", () => {
  test("without a disconnect event is deleted at the first 410, and the others still get messages", async () => {
    const user = await signedIn();
    const connection = await connectAs(user);
    await live.services.table.send(buildGhost(user.userId));
    expect(await connectionIds(user)).toHaveLength(2);
    await notify(user);
    await streamed();
    await waitForMessages(connection, "sendNotification");
    expect(await connectionIds(user)).toHaveLength(1);
  });
});

test("finding a user's connections takes one query", async () => {
  const user = await signedIn();
  await Promise.all([connectAs(user), connectAs(user), connectAs(user)]);
  expect(await connectionIds(user)).toHaveLength(3);
  // The end of a connection before may still be deleting it.
  await expect
    .poll(async () => (await meter(() => listConnections(api.services.table, user.userId))).calls)
    .toEqual(["QueryCommand"]);
});
