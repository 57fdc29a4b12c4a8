import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startMarketplace } from "#bench/web/marketplace.ts";
import { call, type DemoSession, logIn } from "#demo/client.ts";
import { DEMO_PASSWORD } from "#demo/people.ts";
import { ServerMessage } from "#shared/model/socket.ts";

/**
 * Measures the time from the response to a new comment until the artist's socket gets the notification. Two stream
 * consumers take part, each of which polls every 100 ms on the laptop. `--origin http://…` uses a running marketplace.
 */
const { values } = parseArgs({ options: { origin: { type: "string" } } });

const ARTIST = "demo.artist";
const VISITORS = ["demo.buyer", "kaisa.lindroos", "sunniva_aas"];
/** Below the rate limit of comments per user in ten minutes. */
const COMMENTS_EACH = 50;
const TIMEOUT_MS = 10_000;
/** The stream consumers process the demo data for some twenty seconds after the start. */
const FIRST_TIMEOUT_MS = 120_000;

async function listen(origin: string) {
  const { accessToken: token } = await call<{ accessToken: string }>(origin, {
    step: "log in",
    method: "POST",
    path: "/auth/login",
    body: { userUsername: ARTIST, userPassword: DEMO_PASSWORD },
  });
  const receivedAt = new Map<string, number>();
  const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/socket`);
  const ready = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ event: "authenticateUser", data: { token } }));
  socket.onerror = () => ready.reject(new Error("The socket failed"));
  socket.onmessage = ({ data }) => {
    const message = ServerMessage.parse(JSON.parse(String(data)));
    if (message.event === "authenticatedUser") ready.resolve();
    if (message.event === "sendNotification") receivedAt.set(message.data.notification.ref, performance.now());
  };
  await ready.promise;
  return { receivedAt, close: () => socket.close() };
}

async function waitForNotification(receivedAt: ReadonlyMap<string, number>, commentId: string, timeoutMs = TIMEOUT_MS) {
  const deadline = performance.now() + timeoutMs;
  for (let at = receivedAt.get(commentId); ; at = receivedAt.get(commentId)) {
    if (at !== undefined) return at;
    if (performance.now() > deadline) throw new Error(`No notification of the comment ${commentId}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function measure(origin: string): Promise<number[]> {
  const { receivedAt, close } = await listen(origin);
  const { items } = await call<{ items: readonly { artworkId: string }[] }>(origin, {
    step: "list the artist's artwork",
    method: "GET",
    path: `/api/users/${ARTIST}/artwork`,
  });
  const comment = async (session: DemoSession, at: number) => {
    const { commentId } = await session.call<{ commentId: string }>({
      step: "comment",
      method: "POST",
      path: `/api/artwork/${items[at % items.length]?.artworkId}/comments`,
      body: { commentContent: `Number ${at} of a measurement` },
    });
    return { commentId, respondedAt: performance.now() };
  };
  const waits: number[] = [];
  for (const visitor of VISITORS) {
    const session = await logIn(origin, visitor);
    await waitForNotification(receivedAt, (await comment(session, 0)).commentId, FIRST_TIMEOUT_MS);
    for (let at = 1; at <= COMMENTS_EACH; at++) {
      const { commentId, respondedAt } = await comment(session, at);
      waits.push((await waitForNotification(receivedAt, commentId)) - respondedAt);
    }
  }
  close();
  return waits.toSorted((a, b) => a - b);
}

// Keeps the comments out of the developer's own state.
process.env.OCHRE_HOME ??= mkdtempSync(join(tmpdir(), "ochre-live-"));
const own = values.origin ? undefined : await startMarketplace();
try {
  const waits = await measure(own?.origin ?? values.origin ?? "");
  const percentile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]?.toFixed(0);
  console.log(`${waits.length} notifications received, none lost`);
  console.log(`From the response to the artist's socket: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
} finally {
  own?.stop();
}
