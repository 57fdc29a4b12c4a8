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
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { createSignedInUser, startSockets } from "#test/support/start-sockets.ts";

type Sockets = Awaited<ReturnType<typeof startSockets>>;
type Connection = Awaited<ReturnType<Sockets["connect"]>>;

let api: Api;
let liveSockets: Sockets;
let given: ReturnType<typeof createGiven>;
let processStream: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  liveSockets = await startSockets(api);
  processStream = createStreamProcessor(
    MarketplaceTable.getName(),
    [(event) => pushNotifications(event, liveSockets.services)],
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

const createUser = () => createSignedInUser(api, given);
type SignedIn = Awaited<ReturnType<typeof createUser>>;

/** Opens an authenticated connection. */
async function connectAs(user: SignedIn) {
  // Fetched before connecting: a connection must authenticate within three seconds.
  const token = await user.token();
  const connection = await liveSockets.connect();
  connection.send("authenticateUser", { token });
  await waitForMessages(connection, "authenticatedUser");
  return connection;
}

async function notify({ userId }: { userId: string }) {
  const ref = api.services.newId();
  const about = { ref, artworkId: api.services.newId(), title: "Dunes at noon", actorId: api.services.newId() };
  await deliverNotification({ userId, event: ref, type: "comment", ...about }, api.services);
}

/** A stale connection, closed without a disconnect event. */
const buildStaleConnection = (userId: string) => {
  const later = Math.floor(Date.now() / 1000) + LIFETIMES.socket;
  return UserConnectionEntity.build(PutItemCommand).item({
    userId,
    connectionId: "ghost=",
    tokenUntil: later,
    expires: later,
  });
};

const listConnectionIds = async ({ userId }: { userId: string }) =>
  (await listConnections(api.services.table, userId)).map(({ connectionId }) => connectionId);

describe("a connection", () => {
  test("is authenticated for its user by a valid token, and gets the unread count", async () => {
    const user = await createUser();
    await notify(user);
    const connection = await connectAs(user);
    expect(connection.received).toEqual([{ event: "authenticatedUser", data: { count: 1 } }]);
    expect(await listConnectionIds(user)).toHaveLength(1);
  });

  test("gets each notification with the new count, on every device, and nobody else does", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const [first, second, stranger] = [await connectAs(user), await connectAs(user), await connectAs(other)];
    await notify(user);
    await processStream();
    for (const connection of [first, second]) {
      const [received] = await waitForMessages(connection, "sendNotification");
      expect(ServerMessage.parse(received)).toMatchObject({
        data: { count: 1, notification: { type: "comment", title: "Dunes at noon", read: false } },
      });
    }
    expect(stranger.received.map(({ event }) => event)).toEqual(["authenticatedUser"]);
  });

  test("gets the same notification under the same id when the stream delivers twice", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    await notify(user);
    await processStream({ times: 2 });
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
  ])("that sends %s gets no answer and stays open", async (_what, text) => {
    const user = await createUser();
    const connection = await connectAs(user);
    connection.socket.send(text);
    connection.send("authenticateUser", { token: await user.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "authenticatedUser"]);
  });

  test("from another origin is refused", async () => {
    await expect(liveSockets.connect({ origin: "https://elsewhere.example" })).rejects.toThrow("403");
    await expect(liveSockets.connect({ origin: api.services.siteOrigin })).resolves.toBeDefined();
  });

  test("is deleted when it closes", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    connection.socket.close();
    await vi.waitFor(async () => expect(await listConnectionIds(user)).toEqual([]));
  });

  test("is deleted and closed when its user disconnects", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    connection.send("disconnectUser");
    await connection.closed;
    expect(await listConnectionIds(user)).toEqual([]);
  });

  test("belongs only to the user who authenticated last", async () => {
    const [before, after] = [await createUser(), await createUser()];
    const connection = await connectAs(before);
    connection.send("authenticateUser", { token: await after.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
    expect(await listConnectionIds(before)).toEqual([]);
    expect(await listConnectionIds(after)).toHaveLength(1);
  });
});

describe("the limit of connections", () => {
  const later = () => new Date(api.services.now().getTime() + LIFETIMES.socket * 1000);
  const fill = (owner: SlotOwner, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) =>
        takeSlot(api.services.table, owner, `other${nth}=`, api.services.now()),
      ),
    );

  test("applies per IP address, and a closed connection frees its slot", async () => {
    const from = "203.0.113.7";
    await fill(buildAddressOwner(from), LIMITS.connections.address - 1);
    const last = await liveSockets.connect({ from });
    await expect(liveSockets.connect({ from })).rejects.toThrow("429");
    await expect(liveSockets.connect({ from: "203.0.113.8" })).resolves.toBeDefined();
    last.socket.close();
    await vi.waitFor(() => liveSockets.connect({ from }), { timeout: 10_000 });
  });

  test("frees the slot of an unauthenticated connection that was closed", async () => {
    const from = "203.0.113.9";
    await fill(buildAddressOwner(from), LIMITS.connections.address - 1);
    const silent = await liveSockets.connect({ from });
    await silent.closed;
    await vi.waitFor(() => liveSockets.connect({ from }), { timeout: 10_000 });
  });

  test("applies per user, whose next connection is closed; a renewed token takes no slot", async () => {
    const user = await createUser();
    await fill({ kind: "user", id: user.userId }, LIMITS.connections.user - 1);
    const last = await connectAs(user);
    last.send("authenticateUser", { token: await user.token() });
    await waitForMessages(last, "authenticatedUser", 2);
    const token = await user.token();
    const refused = await liveSockets.connect();
    refused.send("authenticateUser", { token });
    expect(await refused.closed).toBe(1000);
    expect(refused.received).toEqual([]);
    expect(await listConnectionIds(user)).toHaveLength(1);
    last.send("disconnectUser");
    await last.closed;
    await connectAs(user);
  });

  test("applies to connections opened concurrently", async () => {
    const taken = await fill({ kind: "user", id: "simultaneous" }, 2 * LIMITS.connections.user);
    expect(taken.filter(Boolean)).toHaveLength(LIMITS.connections.user);
  });

  test("frees a slot once its connection has reached its maximum age", async () => {
    const owner = { kind: "user", id: "ghosts" } as const;
    await fill(owner, LIMITS.connections.user);
    expect(await takeSlot(api.services.table, owner, "next=", api.services.now())).toBe(false);
    expect(await takeSlot(api.services.table, owner, "next=", later())).toBe(true);
  });
});

describe("a token", () => {
  test("that is malformed is answered by expiredToken", async () => {
    const connection = await liveSockets.connect();
    connection.send("authenticateUser", { token: "a.b.c" });
    await waitForMessages(connection, "expiredToken");
  });

  test("that is already expired is answered by expiredToken; a fresh one authenticates the same connection", async () => {
    const user = await createUser();
    api.travel(-2 * LIFETIMES.accessToken);
    const old = await user.token();
    api.travel(2 * LIFETIMES.accessToken);
    const fresh = await user.token();
    const connection = await liveSockets.connect();
    connection.send("authenticateUser", { token: old });
    await waitForMessages(connection, "expiredToken");
    connection.send("authenticateUser", { token: fresh });
    await waitForMessages(connection, "authenticatedUser");
  });

  test("of an ended session or a closed account doesn't authenticate", async () => {
    const [ended, closed, user] = [await createUser(), await createUser(), await createUser()];
    const tokens = [await ended.token(), await closed.token()];
    const { table } = api.services;
    const far = Math.floor(Date.now() / 1000) + 60;
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId: ended.userId, notBefore: far }));
    const deactivatedAt = new Date().toISOString();
    await table.send(UserEntity.build(UpdateItemCommand).item({ userId: closed.userId, deactivatedAt }));
    for (const token of tokens) {
      const connection = await liveSockets.connect();
      connection.send("authenticateUser", { token });
      await waitForMessages(connection, "expiredToken");
      connection.send("authenticateUser", { token: await user.token() });
      await waitForMessages(connection, "authenticatedUser");
    }
    expect([await listConnectionIds(ended), await listConnectionIds(closed)]).toEqual([[], []]);
  });

  test("of a session that ends while connected gets no more notifications", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    await notify(user);
    const notBefore = Math.floor(Date.now() / 1000) + 60;
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: user.userId, notBefore }));
    await processStream();
    await waitForMessages(connection, "expiredToken");
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "expiredToken"]);
  });

  test("that expires while connected is answered by expiredToken in place of the next notification", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    await notify(user);
    api.travel(LIFETIMES.accessToken + 1);
    await processStream();
    await waitForMessages(connection, "expiredToken");
    api.travel(-LIFETIMES.accessToken - 1);
    expect(connection.received.map(({ event }) => event)).toEqual(["authenticatedUser", "expiredToken"]);
  });
});

describe("an unauthenticated connection", () => {
  test("is closed after the authentication timeout", async () => {
    const silent = await liveSockets.connect();
    expect(await silent.closed).toBe(1000);
    expect(liveSockets.faults).toEqual([]);
  });

  test("is closed alone: an authenticated one stays open", async () => {
    const user = await createUser();
    const [silent, connection] = [await liveSockets.connect(), await connectAs(user)];
    await silent.closed;
    connection.send("authenticateUser", { token: await user.token() });
    await waitForMessages(connection, "authenticatedUser", 2);
  });
});

describe("a gone connection", () => {
  test("without a disconnect event is deleted at the first 410, and the others still get messages", async () => {
    const user = await createUser();
    const connection = await connectAs(user);
    await liveSockets.services.table.send(buildStaleConnection(user.userId));
    expect(await listConnectionIds(user)).toHaveLength(2);
    await notify(user);
    await processStream();
    await waitForMessages(connection, "sendNotification");
    expect(await listConnectionIds(user)).toHaveLength(1);
  });
});

test("finding a user's connections takes one query", async () => {
  const user = await createUser();
  await Promise.all([connectAs(user), connectAs(user), connectAs(user)]);
  expect(await listConnectionIds(user)).toHaveLength(3);
  // An earlier test's disconnect handler may still be deleting its connection.
  await expect
    .poll(async () => (await meter(() => listConnections(api.services.table, user.userId))).calls)
    .toEqual(["QueryCommand"]);
});
