import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { NotificationEntity } from "#lambdas/areas/notifications/notification.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { pushNotifications } from "#lambdas/events/streams/push-notifications.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { transact } from "#lambdas/platform/table/transact.ts";
import { latestNotifications, previousNotifications } from "#shared/contract/notifications.ts";
import { PAGE } from "#shared/limits.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { createSignedInUser, startSockets } from "#test/support/start-sockets.ts";
import { createNotifications } from "#web/features/notifications/notifications.ts";
import { createLiveSocket, type SocketLike } from "#web/session/live-socket.ts";

/** Minimum number of notifications; NOTIFICATIONS=100000 takes some hours. */
const COUNT = Number(process.env.NOTIFICATIONS ?? 2_000);
const MINUTES = 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const upTo = (limit: number) => Math.floor(Math.random() * limit);

/** A browser's real connection, which a test can cut, or first make drop its messages. */
function openWires(url: string) {
  let current: { socket: WebSocket; deafen: () => void } | undefined;
  const open = (): SocketLike => {
    const socket = new WebSocket(url);
    let isDeaf = false;
    const wire: SocketLike = {
      send: (text) => socket.send(text),
      close: () => socket.terminate(),
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    socket.on("error", () => {});
    socket.on("open", () => wire.onopen?.());
    socket.on("message", (data) => isDeaf || wire.onmessage?.({ data: String(data) }));
    socket.on("close", () => wire.onclose?.());
    current = {
      socket,
      deafen: () => {
        isDeaf = true;
      },
    };
    return wire;
  };
  return {
    open,
    /** Fails in one of the ways in which networks fail. */
    async kill() {
      const { socket, deafen } = current ?? {};
      if (upTo(2)) deafen?.();
      if (upTo(2)) await pause(upTo(30));
      if (upTo(2)) socket?.terminate();
      else socket?.close();
    },
  };
}

/** The site's own list and socket, in front of the real functions. */
function openBrowser(api: Api, user: { userId: string; token(): Promise<string> }, url: string, firstToken: string) {
  const seen = { live: 0, fetched: 0, connected: 0 };
  const of = (userId: string) => ({ as: userId, params: { userId } });
  const after = (cursor: string | null) => (cursor ? { cursor } : {});
  const notifications = createNotifications({
    calls: {
      previous: async (userId, cursor) =>
        (await api.call(previousNotifications, { ...of(userId), query: after(cursor) })).body,
      latest: async (userId, cursor) => {
        // Network failures break calls too, before or after the API handled them.
        await pause(upTo(30));
        if (upTo(3) === 0) throw new Error("Network Error");
        const query = { limit: PAGE.max, ...after(cursor) };
        const { body } = await api.call(latestNotifications, { ...of(userId), query });
        await pause(upTo(30));
        if (upTo(3) === 0) throw new Error("Network Error");
        seen.fetched += body.items.length;
        return body;
      },
      mark: async () => {},
      markAll: async () => ({ count: 0 }),
    },
    playSound: () => {},
    wait: () => pause(1),
  });
  const wires = openWires(url);
  const socket = createLiveSocket({
    open: wires.open,
    token: () => firstToken,
    refresh: user.token,
    onAuthenticated: (count) => {
      seen.connected += 1;
      notifications.authenticated(count);
    },
    onNotification: (notification, count) => {
      seen.live += 1;
      notifications.arrived(notification, count);
    },
    random: () => Math.random() / 100,
  });
  return { notifications, socket, wires, seen };
}

test(
  `of ${COUNT.toLocaleString("en")} notifications none is lost and none is shown twice while connections and calls fail at random`,
  async () => {
    const api = await startApi();
    const live = await startSockets(api);
    const user = await createSignedInUser(api, createGiven(api));
    const { userId } = user;
    const actorId = api.services.newId();
    const follow = createStreamProcessor(MarketplaceTable.getName(), [
      (event) => pushNotifications(event, live.services),
    ]);
    const { notifications, socket, wires, seen } = openBrowser(api, user, live.url, await user.token());
    let doubled = 0;
    notifications.subscribe(() => {
      const [first, second] = notifications.state().items;
      if (first && first.id === second?.id) doubled += 1;
    });
    notifications.signIn(userId, 0);
    socket.connect();
    await notifications.open();

    const written: string[] = [];
    let killed = 0;
    /** True once enough connections failed and recovered, and enough notifications arrived by socket and by read. */
    const isEnough = () =>
      Math.min(killed, seen.connected) > COUNT / 200 && Math.min(seen.live, seen.fetched) > COUNT / 100;
    const write = async () => {
      for (let at = 0; at < COUNT || !isEnough(); at++) {
        const notificationId = api.services.newId();
        const about = { ref: api.services.newId(), artworkId: api.services.newId(), title: `Work ${at}`, actorId };
        await transact<never>(api.services.table, [
          {
            write: NotificationEntity.build(PutTransaction).item({ userId, notificationId, type: "comment", ...about }),
          },
          { write: UserEntity.build(UpdateTransaction).item({ userId, unread: $add(1) }) },
        ]);
        written.push(notificationId);
      }
    };
    let isOver = false;
    const kill = async () => {
      while (!isOver) {
        await pause(50 + upTo(500));
        await wires.kill();
        killed += 1;
      }
    };
    // The stream delivers some records twice, as it may.
    const push = async () => {
      while (!isOver) await follow({ times: 1 + upTo(2) });
    };
    const [killing, pushing] = [kill(), push()];
    await write();
    isOver = true;
    await Promise.all([killing, pushing]);
    await follow();

    const fetchAll = () => {
      // After several failed calls in a row the site waits for its user to retry.
      if (notifications.state().stalled) notifications.retry();
      expect(notifications.state().items.length).toBeGreaterThanOrEqual(written.length);
    };
    await vi.waitFor(fetchAll, { timeout: MINUTES, interval: 50 });
    const shown = notifications.state().items.map(({ id }): string => id);
    socket.disconnect();
    console.log({ killed, doubled, ...seen });
    expect(doubled).toBe(0);
    expect(shown).toEqual(written.toReversed());
    expect(notifications.state().count).toBe(written.length);
  },
  (10 + COUNT / 500) * MINUTES,
);
