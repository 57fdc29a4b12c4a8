import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startMedusa } from "./medusa.ts";
import { startOchre } from "./ochre.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { CALLS, type Call, type Server, until, usageOf } from "./server.ts";
import { startVendure } from "./vendure.ts";

/**
 * `npm run bench:peers`: processor time, bytes and memory of Ochre, Vendure and Medusa with the same thousand products, one
 * call at a time. Installs the two others below the temporary folder at the first run.
 */
const { values } = parseArgs({ options: { calls: { type: "string", default: "100" } } });
const COUNT = Number(values.calls);

const agent = new Agent({ keepAlive: true });

/** Bytes of an answer's body as it was sent, and how it was compressed. Throws for anything but a success. */
function send(origin: string, { path, headers, body }: Call) {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number; encoding: string }>();
  const content = body && JSON.stringify(body);
  request(new URL(path, origin), {
    agent,
    method: content ? "POST" : "GET",
    headers: { "accept-encoding": "br, gzip", ...(content && { "content-type": "application/json" }), ...headers },
  })
    .once("error", reject)
    .once("response", async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) resolve({ bytes, encoding: headers["content-encoding"] ?? "plain" });
      else reject(new Error(`${path} answered ${statusCode}`));
    })
    .end(content);
  return promise;
}

const QUIET_MS = 150;

/** Waits for a second in which the processes do next to nothing; for a minute at most. */
async function untilQuiet(cpuMs: () => number) {
  for (let tries = 0, before = cpuMs(); tries < 60; tries++) {
    await sleep(1000);
    const now = cpuMs();
    if (now - before < QUIET_MS) return;
    before = now;
  }
}

const perCall = (ms = 0) => (ms / COUNT).toFixed(1);

/** Prints a row for each group of the server's processes. */
async function measure({ origin, rows, database, calls }: Server) {
  const names = Object.keys(rows);
  const groups = [...Object.values(rows), database.pids];
  const cpus = () => groups.map((pids) => usageOf(pids()).cpuMs);
  const answer = (call: (typeof CALLS)[number], nth: number) => send(origin, calls[call](nth));
  for (const call of CALLS) await until(`${origin} answers`, async () => (await answer(call, 0)).bytes > 0);
  const started = cpus();
  for (const call of CALLS) for (let nth = 0; nth < COUNT; nth++) await answer(call, nth);
  await untilQuiet(() => cpus().reduce((sum, each) => sum + each, 0));
  const cells = names.map((): string[] => []);
  for (const call of CALLS) {
    const before = cpus();
    const answers: Awaited<ReturnType<typeof answer>>[] = [];
    for (let nth = 0; nth < COUNT; nth++) answers.push(await answer(call, nth));
    const spent = cpus().map((after, at) => after - (before[at] ?? 0));
    const kilobytes = answers.reduce((sum, { bytes }) => sum + bytes, 0) / COUNT / 1000;
    for (const [at, row] of cells.entries()) {
      row.push(`${perCall(spent[at])} + ${perCall(spent.at(-1))}`, `${kilobytes.toFixed(1)} ${answers[0]?.encoding}`);
    }
  }
  for (const [at, name] of names.entries()) {
    const seconds = ((started[at] ?? 0) / 1000).toFixed(1);
    const mb = usageOf(groups[at]?.() ?? []).mb.toFixed(0);
    const load = loadavg()[0]?.toFixed(1);
    console.log(`| ${[name, database.name, ...(cells[at] ?? []), seconds, mb, load].join(" | ")} |`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
console.log(
  `${COUNT} calls of each kind, one after the other: CPU ms of the server + of its database, KB of the body as sent.\n\n` +
    "| Server | Database | 20 products | KB | A product | KB | A search | KB | CPU s to start | MB | Load |\n" +
    "|---|---|---|---|---|---|---|---|--:|--:|--:|",
);
const postgres = await startPostgres();
for (const start of [startOchre, startVendure, startMedusa] satisfies ((database: Postgres) => Promise<Server>)[]) {
  const server = await start(postgres);
  await measure(server).finally(server.stop);
}
await postgres.stop();
process.exit();
