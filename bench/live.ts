import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startMarketplace } from "#bench/web/marketplace.ts";
import { call, logIn, type Session } from "#local/seed/client.ts";
import { DEMO_PASSWORD } from "#local/seed/people.ts";
import { ServerMessage } from "#shared/model/socket.ts";

/**
 * How long after a comment was answered the artist's socket tells of it. On the way are two reads of the table's
 * stream, each up to 100 ms apart on the laptop. `--origin http://…` for a marketplace with demo data that runs already.
 */
const { values } = parseArgs({ options: { origin: { type: "string" } } });

const ARTIST = "demo.artist";
const VISITORS = ["demo.buyer", "kaisa.lindroos", "sunniva_aas"];
/** Fewer than one person may write within ten minutes. */
const COMMENTS_EACH = 50;
const PATIENCE_MS = 10_000;
/** What the demo data left to follow up takes some twenty seconds after the start. */
const FIRST_PATIENCE_MS = 120_000;

async function listen(origin: string) {
  const { accessToken: token } = await call<{ accessToken: string }>(origin, {
    step: "log in",
    method: "POST",
    path: "/auth/login",
    body: { userUsername: ARTIST, userPassword: DEMO_PASSWORD },
  });
  const told = new Map<string, number>();
  const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/socket`);
  const ready = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ event: "authenticateUser", data: { token } }));
  socket.onerror = () => ready.reject(new Error("The socket failed"));
  socket.onmessage = ({ data }) => {
    const message = ServerMessage.parse(JSON.parse(String(data)));
    if (message.event === "authenticatedUser") ready.resolve();
    if (message.event === "sendNotification") told.set(message.data.notification.ref, performance.now());
  };
  await ready.promise;
  return { told, close: () => socket.close() };
}

async function untilTold(told: ReadonlyMap<string, number>, commentId: string, patience = PATIENCE_MS) {
  const deadline = performance.now() + patience;
  for (let at = told.get(commentId); ; at = told.get(commentId)) {
    if (at !== undefined) return at;
    if (performance.now() > deadline) throw new Error(`Nobody was told of the comment ${commentId}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function measure(origin: string): Promise<number[]> {
  const { told, close } = await listen(origin);
  const { items } = await call<{ items: readonly { artworkId: string }[] }>(origin, {
    step: "list the artist's artwork",
    method: "GET",
    path: `/api/users/${ARTIST}/artwork`,
  });
  const comment = async (session: Session, at: number) => {
    const { commentId } = await session.call<{ commentId: string }>({
      step: "comment",
      method: "POST",
      path: `/api/artwork/${items[at % items.length]?.artworkId}/comments`,
      body: { commentContent: `Number ${at} of a measurement` },
    });
    return { commentId, answered: performance.now() };
  };
  const waits: number[] = [];
  for (const visitor of VISITORS) {
    const session = await logIn(origin, visitor);
    await untilTold(told, (await comment(session, 0)).commentId, FIRST_PATIENCE_MS);
    for (let at = 1; at <= COMMENTS_EACH; at++) {
      const { commentId, answered } = await comment(session, at);
      waits.push((await untilTold(told, commentId)) - answered);
    }
  }
  close();
  return waits.toSorted((a, b) => a - b);
}

// What it writes stays out of the developer's own marketplace.
process.env.OCHRE_HOME ??= mkdtempSync(join(tmpdir(), "ochre-live-"));
const own = values.origin ? undefined : await startMarketplace();
try {
  const waits = await measure(own?.origin ?? values.origin ?? "");
  const percentile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]?.toFixed(0);
  console.log(`${waits.length} comments told, none lost`);
  console.log(`From the answer to the artist's socket: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
} finally {
  own?.stop();
}
