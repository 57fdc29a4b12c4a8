import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerMessage } from "#shared/model/socket.ts";
import { backoff } from "#web/session/backoff.ts";
import { createLiveSocket, type SocketLike } from "#web/session/live-socket.ts";
import { aNotification } from "./fixtures.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface TestSocket extends SocketLike {
  readonly said: unknown[];
  isOpen: boolean;
  isClosed: boolean;
}

function opens(connection: TestSocket) {
  connection.isOpen = true;
  connection.onopen?.();
}

/** A live socket on fake connections, with its backoff's maximum delays. */
function liveSocket({
  token = "first" as string | null,
  fresh = (): string | null => "second",
  onOpened = (_wire: TestSocket): void => {},
} = {}) {
  const connections: TestSocket[] = [];
  const received = { counts: [] as number[], ids: [] as string[], refreshed: 0, givenUp: 0 };
  let current = token;
  const socket = createLiveSocket({
    open() {
      const connection = {
        said: [] as unknown[],
        isOpen: false,
        isClosed: false,
        send(text: string) {
          // As in browsers, sending throws before it is open and is discarded once it closes.
          if (!connection.isOpen) throw new DOMException("Still in CONNECTING state", "InvalidStateError");
          if (!connection.isClosed) connection.said.push(JSON.parse(text));
        },
        close() {
          connection.isClosed = true;
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      } as TestSocket;
      connections.push(connection);
      onOpened(connection);
      return connection;
    },
    token: () => current,
    refresh: async () => {
      received.refreshed += 1;
      current = fresh();
      return current;
    },
    onAuthenticated: (count) => received.counts.push(count),
    onNotification: ({ id }) => received.ids.push(id),
    onGivenUp: () => {
      received.givenUp += 1;
    },
    random: () => 1,
  });
  const connection = () => {
    const last = connections.at(-1);
    if (!last) throw new Error("Nothing was opened");
    return last;
  };
  return {
    socket,
    received,
    connections,
    connection,
    opens: () => opens(connection()),
    receive: (message: ServerMessage | string) =>
      connection().onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) }),
    dies: () => connection().onclose?.(),
    /** The session refreshed its token independently. */
    renew(next: string) {
      current = next;
      socket.updateToken();
    },
  };
}

const authenticate = (token: string) => ({ event: "authenticateUser", data: { token } });
const welcome: ServerMessage = { event: "authenticatedUser", data: { count: 3 } };
const expired: ServerMessage = { event: "expiredToken" };

/** A live socket that is connected and authenticated. */
function openConnected() {
  const live = liveSocket();
  live.socket.connect();
  live.opens();
  live.receive(welcome);
  return live;
}

describe("a fresh token", () => {
  test("is sent at once, before the old one expires", () => {
    const live = openConnected();
    live.renew("second");
    expect(live.connection().said).toEqual([authenticate("first"), authenticate("second")]);
    live.renew("second");
    expect(live.connection().said).toHaveLength(2);
  });

  test("is the first one sent if the connection isn't open yet", () => {
    const live = liveSocket();
    live.socket.connect();
    live.renew("second");
    expect(live.connection().said).toEqual([]);
    live.opens();
    expect(live.connection().said).toEqual([authenticate("second")]);
  });
});

describe("connecting", () => {
  test("sends its token as soon as the connection is open, and never in the URL", () => {
    const live = liveSocket();
    live.socket.connect();
    expect(live.connection().said).toEqual([]);
    live.opens();
    expect(live.connection().said).toEqual([authenticate("first")]);
  });

  test("emits the count of the welcome and every notification", () => {
    const live = openConnected();
    const notification = aNotification(1);
    live.receive({ event: "sendNotification", data: { notification, count: 4 } });
    expect(live.received).toMatchObject({ counts: [3], ids: [notification.id] });
  });

  test("twice opens one connection", () => {
    const live = liveSocket();
    live.socket.connect();
    live.socket.connect();
    expect(live.connections).toHaveLength(1);
  });

  test.each(["no JSON", "{}", '{"event":"else"}', '{"event":"sendNotification","data":{}}'])("ignores %s", (text) => {
    const live = openConnected();
    live.receive(text);
    expect(live.received).toMatchObject({ counts: [3], ids: [] });
  });
});

describe("an expired token", () => {
  test("is refreshed and tried again on the same connection", async () => {
    const live = openConnected();
    live.receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.connection().said).toEqual([authenticate("first"), authenticate("second")]);
    expect(live.connections).toHaveLength(1);
  });

  test("refused again ends the connection instead of retrying at once", async () => {
    const live = openConnected();
    live.receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    live.receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.received.refreshed).toBe(1);
    expect(live.connection().isClosed).toBe(true);
  });

  test("reported twice is refreshed once", async () => {
    const live = openConnected();
    live.receive(expired);
    live.receive(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.received.refreshed).toBe(1);
    expect(live.connection().isClosed).toBe(false);
  });

  test("that can't be refreshed now is tried on another connection later", async () => {
    const live = liveSocket({ fresh: () => null });
    live.socket.connect();
    live.opens();
    live.receive(expired);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.connections).toHaveLength(2);
  });
});

/** A live socket whose server responds to each token as the test defines. */
function refusing(answer: (connection: TestSocket) => void, fresh: () => string | null) {
  return liveSocket({
    fresh,
    onOpened(connection) {
      const { send } = connection;
      connection.send = (text) => {
        send(text);
        setTimeout(() => answer(connection));
      };
      setTimeout(() => opens(connection));
    },
  });
}

const sendTo = (connection: TestSocket, message: ServerMessage) =>
  connection.onmessage?.({ data: JSON.stringify(message) });

describe("a server that refuses every token", () => {
  const servers = [
    ["refuses at once", (connection: TestSocket) => sendTo(connection, expired)],
    [
      "accepts each and then refuses it",
      (connection: TestSocket) => {
        sendTo(connection, welcome);
        sendTo(connection, expired);
      },
    ],
    [
      "accepts each and refuses it soon after",
      (connection: TestSocket) => {
        sendTo(connection, welcome);
        setTimeout(() => sendTo(connection, expired), 300);
      },
    ],
  ] as const;
  let made = 0;
  const tokens = [
    ["a new token", () => `token ${++made}`],
    ["the same token", () => "first"],
  ] as const;

  test.each(servers.flatMap(([how, answer]) => tokens.map(([what, fresh]) => [how, what, answer, fresh] as const)))(
    "is given up within an hour, and reported once: it %s, and a refresh brings %s",
    async (_how, _what, answer, fresh) => {
      const live = refusing(answer, fresh);
      live.socket.connect();
      await vi.advanceTimersByTimeAsync(60 * 60_000);
      expect(live.received.refreshed).toBeGreaterThan(0);
      expect(live.received.refreshed).toBeLessThanOrEqual(6);
      expect(live.received.givenUp).toBe(1);
      expect(live.connection().isClosed).toBe(true);

      const { length } = live.connections;
      for (let time = 0; time < 20; time++) live.socket.checkConnection();
      live.renew("another");
      await vi.advanceTimersByTimeAsync(60 * 60_000);
      expect(live.connections).toHaveLength(length);
    },
  );

  test("is asked less and less often", async () => {
    const at: number[] = [];
    const live = refusing(
      (connection) => sendTo(connection, expired),
      () => `token ${at.push(Date.now())}`,
    );
    live.socket.connect();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toHaveLength(5);
    expect(waits.slice(1).every((wait, index) => wait >= 1.9 * (waits[index] ?? 0))).toBe(true);
  });

  test("can be retried; a connection that lasts a minute resets the refusals", async () => {
    let isMended = false;
    const live = refusing(
      (connection) => sendTo(connection, isMended ? welcome : expired),
      () => `token ${++made}`,
    );
    live.socket.connect();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(live.received.givenUp).toBe(1);
    isMended = true;
    live.socket.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.received.counts).toEqual([3]);
    for (let time = 0; time < 20; time++) {
      sendTo(live.connection(), expired);
      await vi.advanceTimersByTimeAsync(15 * 60_000);
    }
    expect(live.received.givenUp).toBe(1);
    expect(live.connection().isClosed).toBe(false);
  });

  test("is connected to again after signing out", async () => {
    const live = refusing(
      (connection) => sendTo(connection, expired),
      () => "first",
    );
    live.socket.connect();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    live.socket.disconnect();
    live.socket.retry();
    const { length } = live.connections;
    live.socket.connect();
    expect(live.connections).toHaveLength(length + 1);
  });
});

describe("a connection that isn't open", () => {
  test("sends nothing while it is connecting", async () => {
    const live = liveSocket();
    live.socket.connect();
    live.socket.checkConnection();
    live.renew("second");
    live.socket.checkConnection();
    live.socket.disconnect();
    expect(live.connections).toHaveLength(1);
    expect(live.connection().said).toEqual([]);
  });

  test("authenticates once if it was checked while connecting", () => {
    const live = liveSocket();
    live.socket.connect();
    live.socket.checkConnection();
    live.opens();
    expect(live.connection().said).toEqual([authenticate("first")]);
  });

  test("is replaced when it has closed without an event", async () => {
    const live = openConnected();
    live.connection().isClosed = true;
    live.socket.checkConnection();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(live.connections).toHaveLength(2);
  });
});

describe("a connection that ends", () => {
  test("reconnects with increasing delays, which a connection that lasted a minute resets", async () => {
    const live = openConnected();
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = live.connections.length;
      live.dies();
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(live.connections).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(live.connections).toHaveLength(before + 1);
    }
    live.opens();
    live.receive(welcome);
    await vi.advanceTimersByTimeAsync(60_000);
    live.dies();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.connections).toHaveLength(9);
  });

  test("right after each welcome reconnects with increasing delays", async () => {
    const live = liveSocket({ onOpened: (connection) => void setTimeout(() => opens(connection)) });
    live.socket.connect();
    for (let seconds = 0; seconds < 60 * 60; seconds++) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (!live.connection().isOpen || live.connection().isClosed) continue;
      live.receive(welcome);
      live.dies();
    }
    expect(live.connections.length).toBeLessThanOrEqual(130);
  });

  test("by not responding is replaced", async () => {
    const live = liveSocket();
    live.socket.connect();
    live.opens();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.connection().isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.connections).toHaveLength(2);
  });

  test("is distinguished from an idle one by periodic pings", async () => {
    const live = openConnected();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(live.connection().said).toHaveLength(2);
    live.receive(welcome);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(live.connections).toHaveLength(1);
  });

  test("reconnects at once when it is checked, such as once the browser is online again", async () => {
    const live = openConnected();
    live.dies();
    live.socket.checkConnection();
    expect(live.connections).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.connections).toHaveLength(2);
  });
});

describe("leaving", () => {
  test("says goodbye and stays away", async () => {
    const live = openConnected();
    live.socket.disconnect();
    expect(live.connection().said.at(-1)).toEqual({ event: "disconnectUser" });
    expect(live.connection().isClosed).toBe(true);
    live.socket.checkConnection();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(live.connections).toHaveLength(1);
  });

  test("ignores later messages, even after a refresh that was in progress", async () => {
    const live = openConnected();
    live.receive(expired);
    live.socket.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    live.receive(welcome);
    expect(live.received.counts).toEqual([3]);
    expect(live.connections).toHaveLength(1);
  });
});

test("the backoff delay is random between zero and its bound", () => {
  expect([0, 1, 9].map((failures) => backoff(failures, () => 0))).toEqual([0, 0, 0]);
  expect([0, 1, 2, 9].map((failures) => backoff(failures, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
});
