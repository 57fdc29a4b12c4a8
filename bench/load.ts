import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { startMarketplace } from "#bench/web/marketplace.ts";
import { DemoError, type DemoSession, logIn } from "#demo/client.ts";
import { PEOPLE } from "#demo/people.ts";
import { upload, waitUntilReady } from "#demo/publish.ts";

/**
 * Loads the laptop with a mix of browsing, commenting, uploading and buying by 8, 64 and 256 clients, a minute each, and prints
 * for each the responses, the acknowledged writes that aren't found afterwards, and memory.
 * `--clients 2,2,2,2,2,2 --minutes 10` takes an hour: a session lasts for a quarter of one.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "1" }, clients: { type: "string", default: "8,64,256" } },
});
const CLIENTS = values.clients.split(",").map(Number);

const QUERIES = ["water", "abstract", "paper mountains", "night"];

/** Percentages of actions; the rest are page views. */
const SHARES = { comment: 15, order: 4, upload: 1 };

interface Work {
  readonly artworkId: string;
  readonly versionId: string;
  readonly artworkType: string;
  readonly owner: { readonly name: string };
}

/** Comments of an account in each run, below its quota of ten minutes: a refused call is retried for a minute. */
const COMMENTS_EACH = 18;

const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;

// Uses a temporary folder, so that the developer's own state stays clean.
process.env.OCHRE_HOME ??= mkdtempSync(join(tmpdir(), "ochre-load-"));
const { origin, stop, pid } = await startMarketplace();

/** Megabytes and processor seconds of the laptop's process, functions and our stand-ins, and of DynamoDB Local. */
function usage() {
  const table = execFileSync("ps", ["-eo", "pid,ppid,rss,cputimes,comm"], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  const family = new Set([String(pid)]);
  for (const [id = "", parent = ""] of rows) if (family.has(parent)) family.add(id);
  const sums = { laptop: { mb: 0, cpu: 0 }, database: { mb: 0, cpu: 0 } };
  for (const [id = "", , rss, cpu, command] of rows) {
    if (!family.has(id)) continue;
    const sum = sums[command === "java" ? "database" : "laptop"];
    sum.mb += Number(rss) / 1024;
    sum.cpu += Number(cpu);
  }
  return sums;
}

class Minute {
  readonly statuses = new Map<string, number>();
  readonly waits: number[] = [];
  /** Paths of lists that have to hold these ids. */
  readonly comments = new Map<string, Set<string>>();
  readonly orders: { readonly session: DemoSession; readonly orderId: string }[] = [];
  readonly commented = new Map<DemoSession, number>();
  uploads = 0;

  /** Counts a response by its status class, with its duration. */
  async timed<T>(work: () => Promise<T>): Promise<T | undefined> {
    const started = performance.now();
    const { status, result } = await work().then(
      (result) => ({ status: result instanceof Response ? result.status : 200, result }),
      (error: unknown) => ({ status: error instanceof DemoError ? (error.status ?? 0) : 0, result: undefined }),
    );
    this.waits.push(performance.now() - started);
    const kind = status === 429 ? "429" : status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
    this.statuses.set(kind, (this.statuses.get(kind) ?? 0) + 1);
    return result;
  }

  async browse({ artworkId, owner }: Work) {
    const path = pick([
      "/",
      `/artwork/${artworkId}`,
      `/user/${owner.name}`,
      "/api/artwork",
      "/api/artwork?sort=popular",
      `/api/artwork/${artworkId}`,
      `/api/artwork/${artworkId}/comments`,
      `/api/search?q=${encodeURIComponent(pick(QUERIES))}`,
    ]);
    await this.timed(async () => {
      const response = await fetch(origin + path);
      await response.arrayBuffer();
      return response;
    });
  }

  async comment(session: DemoSession, work: Work) {
    const before = this.commented.get(session) ?? 0;
    if (before === COMMENTS_EACH) return this.browse(work);
    this.commented.set(session, before + 1);
    const path = `/api/artwork/${work.artworkId}/comments`;
    const body = { commentContent: `Seen at ${performance.now()}` };
    const made = await this.timed(() =>
      session.call<{ commentId: string }>({ step: "comment", method: "POST", path, body }),
    );
    if (made) this.comments.set(path, (this.comments.get(path) ?? new Set()).add(made.commentId));
  }

  async order(session: DemoSession, { artworkId, versionId }: Work) {
    const license = {
      licenseUsage: "business",
      licenseCompany: `Load ${crypto.randomUUID()}`,
      licenseType: "personal",
    };
    const body = { artworkId, versionId, ...license };
    const made = await this.timed(() =>
      session.call<{ orderId: string }>({ step: "order", method: "POST", path: "/api/orders", body }),
    );
    if (made) this.orders.push({ session, orderId: made.orderId });
  }

  async upload(session: DemoSession, picture: Buffer) {
    const ready = await this.timed(async () => {
      const mediaId = await upload(session, "/api/artwork/media", "load", picture);
      await waitUntilReady(session, mediaId, "load");
      return true;
    });
    if (ready) this.uploads++;
  }

  /** Acknowledged comments and orders that aren't found. */
  async lost() {
    let lost = 0;
    for (const [path, ids] of this.comments) {
      const left = new Set(ids);
      for (let cursor = ""; left.size > 0; ) {
        const response = await fetch(`${origin}${path}?limit=50${cursor && `&cursor=${cursor}`}`);
        const list = (await response.json()) as { items: { commentId: string }[]; cursor: string; hasMore: boolean };
        for (const { commentId } of list.items) left.delete(commentId);
        if (!list.hasMore) break;
        cursor = list.cursor;
      }
      lost += left.size;
    }
    for (const { session, orderId } of this.orders) {
      const path = `/api/orders/${orderId}`;
      await session.call({ step: "read the order", method: "GET", path }).catch(() => lost++);
    }
    return lost;
  }
}

const percentile = (sorted: readonly number[], share: number) =>
  `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`;

async function load(clients: number, works: readonly Work[], picture: Buffer) {
  const minute = new Minute();
  const sessions = await Promise.all(PEOPLE.map(({ userUsername }) => logIn(origin, userUsername)));
  const free = works.filter(({ artworkType }) => artworkType === "free");
  const before = usage();
  const until = performance.now() + Number(values.minutes) * 60_000;
  const client = async () => {
    while (performance.now() < until) {
      const [session, part] = [pick(sessions), Math.random() * 100];
      if (part < SHARES.upload) await minute.upload(session, picture);
      else if (part < SHARES.upload + SHARES.order) await minute.order(session, pick(free));
      else if (part < SHARES.upload + SHARES.order + SHARES.comment) await minute.comment(session, pick(works));
      else await minute.browse(pick(works));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const after = usage();
  const waits = minute.waits.toSorted((one, other) => one - other);
  const answers = [...minute.statuses].sort().map(([kind, count]) => `${count} × ${kind}`);
  const writes = [...minute.comments.values()].reduce((sum, { size }) => sum + size, 0) + minute.orders.length;
  const cpu = (of: "laptop" | "database") => `${after[of].cpu - before[of].cpu} s`;
  const mb = (of: "laptop" | "database") => `${Math.round(before[of].mb)} → ${Math.round(after[of].mb)}`;
  console.log(
    `| ${clients} | ${answers.join(", ")} | ${writes}, ${minute.uploads} pictures | ${await minute.lost()} | ` +
      `${[0.5, 0.95, 0.99].map((share) => percentile(waits, share)).join(", ")} | ` +
      `${cpu("laptop")}, ${cpu("database")} | ${mb("laptop")}, ${mb("database")} | ${loadavg()[0]?.toFixed(1)} |`,
  );
}

try {
  const { items } = (await (await fetch(`${origin}/api/artwork?limit=50`)).json()) as { items: Work[] };
  const noise = { create: { width: 1200, height: 1100, channels: 3, background: "#c8872b" } } as const;
  const picture = await sharp(noise).jpeg().toBuffer();
  console.log(
    "| Clients | Answers | Writes | Lost | p50, p95, p99 by the clock | CPU: laptop, database | MB: the same | Load |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const clients of CLIENTS) await load(clients, items, picture);
} finally {
  stop();
}
