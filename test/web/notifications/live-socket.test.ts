import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerMessage } from "#shared/model/socket.ts";
import { backoff } from "#web/session/backoff.ts";
import { createLiveSocket, type Wire } from "#web/session/live-socket.ts";
import { aNotification } from "./fixtures.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A live socket on wires that a test holds the other end of; it waits the longest that its backoff allows. */
function liveSocket({ token = "first" as string | null, fresh = "second" as string | null } = {}) {
  const wires: (Wire & { said: unknown[]; isClosed: boolean })[] = [];
  const heard = { counts: [] as number[], ids: [] as string[], refreshed: 0 };
  let current = token;
  const socket = createLiveSocket({
    open() {
      const wire = {
        said: [] as unknown[],
        isClosed: false,
        send(text: string) {
          wire.said.push(JSON.parse(text));
        },
        close() {
          wire.isClosed = true;
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      wires.push(wire);
      return wire;
    },
    token: () => current,
    refresh: async () => {
      heard.refreshed += 1;
      current = fresh;
      return fresh;
    },
    onAuthenticated: (count) => heard.counts.push(count),
    onNotification: ({ id }) => heard.ids.push(id),
    random: () => 1,
  });
  const wire = () => {
    const last = wires.at(-1);
    if (!last) throw new Error("Nothing was opened");
    return last;
  };
  return {
    socket,
    heard,
    wires,
    wire,
    opens: () => wire().onopen?.(),
    hears: (message: ServerMessage | string) =>
      wire().onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) }),
    dies: () => wire().onclose?.(),
    /** The session refreshed its token for a reason of its own. */
    renew(next: string) {
      current = next;
      socket.renewed();
    },
  };
}

const authenticate = (token: string) => ({ event: "authenticateUser", data: { token } });
const welcome: ServerMessage = { event: "authenticatedUser", data: { count: 3 } };
const expired: ServerMessage = { event: "expiredToken" };

/** One that is connected and known. */
function connected() {
  const live = liveSocket();
  live.socket.connect();
  live.opens();
  live.hears(welcome);
  return live;
}

describe("a fresh token", () => {
  test("is told of at once, so that the old one needn't run out", () => {
    const live = connected();
    live.renew("second");
    expect(live.wire().said).toEqual([authenticate("first"), authenticate("second")]);
    live.renew("second");
    expect(live.wire().said).toHaveLength(2);
  });

  test("waits for a connection that isn't there yet, and is what it begins with", () => {
    const live = liveSocket();
    live.socket.connect();
    live.renew("second");
    expect(live.wire().said).toEqual([]);
    live.opens();
    expect(live.wire().said).toEqual([authenticate("second")]);
  });
});

describe("connecting", () => {
  test("says whose it is as soon as the connection stands, and never in its address", () => {
    const live = liveSocket();
    live.socket.connect();
    expect(live.wire().said).toEqual([]);
    live.opens();
    expect(live.wire().said).toEqual([authenticate("first")]);
  });

  test("tells the count it is welcomed with, and every notification", () => {
    const live = connected();
    const notification = aNotification(1);
    live.hears({ event: "sendNotification", data: { notification, count: 4 } });
    expect(live.heard).toMatchObject({ counts: [3], ids: [notification.id] });
  });

  test("twice opens once", () => {
    const live = liveSocket();
    live.socket.connect();
    live.socket.connect();
    expect(live.wires).toHaveLength(1);
  });

  test.each(["no JSON", "{}", '{"event":"else"}', '{"event":"sendNotification","data":{}}'])("ignores %s", (text) => {
    const live = connected();
    live.hears(text);
    expect(live.heard).toMatchObject({ counts: [3], ids: [] });
  });
});

describe("an expired token", () => {
  test("is refreshed and tried again on the same connection", async () => {
    const live = connected();
    live.hears(expired);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.wire().said).toEqual([authenticate("first"), authenticate("second")]);
    expect(live.wires).toHaveLength(1);
  });

  test("refused again and again ends the connection instead of asking forever", async () => {
    const live = connected();
    for (let time = 0; time < 3; time++) {
      live.hears(expired);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(live.heard.refreshed).toBe(2);
    expect(live.wire().isClosed).toBe(true);
  });

  test("that can't be refreshed now is tried on another connection later", async () => {
    const live = liveSocket({ fresh: null });
    live.socket.connect();
    live.opens();
    live.hears(expired);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.wires).toHaveLength(2);
  });
});

describe("a connection that ends", () => {
  test("comes back, waiting longer after each failure, and at once again after a welcome", async () => {
    const live = connected();
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = live.wires.length;
      live.dies();
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(live.wires).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(live.wires).toHaveLength(before + 1);
    }
    live.opens();
    live.hears(welcome);
    live.dies();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.wires).toHaveLength(9);
  });

  test("without a word, by not answering, is given up", async () => {
    const live = liveSocket();
    live.socket.connect();
    live.opens();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.wire().isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.wires).toHaveLength(2);
  });

  test("is told apart from one that is only silent by asking now and then", async () => {
    const live = connected();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(live.wire().said).toHaveLength(2);
    live.hears(welcome);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(live.wires).toHaveLength(1);
  });

  test("comes back at once when there is reason to, such as being online again", async () => {
    const live = connected();
    live.dies();
    live.socket.check();
    expect(live.wires).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.wires).toHaveLength(2);
  });
});

describe("leaving", () => {
  test("says goodbye and stays away", async () => {
    const live = connected();
    live.socket.disconnect();
    expect(live.wire().said.at(-1)).toEqual({ event: "disconnectUser" });
    expect(live.wire().isClosed).toBe(true);
    live.socket.check();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(live.wires).toHaveLength(1);
  });

  test("hears nothing more, not even of a refresh that was under way", async () => {
    const live = connected();
    live.hears(expired);
    live.socket.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    live.hears(welcome);
    expect(live.heard.counts).toEqual([3]);
    expect(live.wires).toHaveLength(1);
  });
});

test("the wait is spread over its whole bound", () => {
  expect([0, 1, 9].map((failures) => backoff(failures, () => 0))).toEqual([0, 0, 0]);
  expect([0, 1, 2, 9].map((failures) => backoff(failures, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
});
