import { FIREWALL_RULES } from "#lib/firewall.ts";
import { costOf, PRICES, type PriceName, type Usage } from "./prices.ts";
import {
  AGE_MONTHS,
  ANSWER_KILOBYTES,
  ARRIVALS,
  DRAWN,
  LOGGED_KILOBYTES,
  type PageLoad,
  READERS,
  SECONDS,
  STANDING,
  STORED_BYTES,
  USES,
  VISITORS,
} from "./visits.ts";

/** Pages as measured, by path and device. */
export type PageLoads = (path: string, device: "mobile" | "desktop") => PageLoad;

const MB_PER_GB = 1024;
const KB_PER_GB = 1024 * 1024;
const BYTES_PER_GB = 1024 ** 3;

/** X-Ray takes one request a second and 5 % of the others. */
const TRACED = { perSecond: 1, share: 0.05 };
const SECONDS_A_MONTH = 30 * 24 * 60 * 60;

/** Of the pictures that browsers load, how many the edge has no copy of and reads from the bucket. */
const PICTURES_FETCHED = 0.05;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Of all uses in so many visits, the sum of something. */
const overUses = (visits: number, of: (use: (typeof USES)[number]) => number) =>
  sum(USES.map((use) => (of(use) * use.perThousand * visits) / 1000));

/** The same of the pages that visitors come to, on phones and desktops. */
function overArrivals(visits: number, loads: PageLoads, of: (load: PageLoad) => number) {
  const { byPhone } = VISITORS;
  const one = (path: string) => byPhone * of(loads(path, "mobile")) + (1 - byPhone) * of(loads(path, "desktop"));
  return visits * sum(ARRIVALS.map(({ path, share }) => share * one(path)));
}

/** What so many visits in a month use of everything that has a price. */
export function usageOf(visits: number, loads: PageLoads): Usage {
  const drawn = visits * DRAWN;
  const calls = overUses(visits, ({ calls }) => calls);
  const changes = overUses(visits, ({ changes = 0 }) => changes);
  const records = changes * READERS;
  const pictures = overUses(visits, ({ pictures }) => pictures?.count ?? 0);
  const kilobytes =
    overArrivals(visits, loads, (load) => load.kilobytes) +
    overUses(visits, ({ pictures }) => pictures?.kilobytes ?? 0) +
    calls * ANSWER_KILOBYTES;
  const requests =
    overArrivals(visits, loads, (load) => load.requests) +
    pictures +
    calls +
    overUses(visits, ({ edgeOnly = 0 }) => edgeOnly);
  const invocations = drawn + calls + records + STANDING.sweeps;
  const files = overUses(visits, ({ files }) => files?.count ?? 0);
  const uploaded = overUses(visits, ({ files }) => files?.megabytes ?? 0) / MB_PER_GB;
  const sampled = Math.min(invocations, TRACED.perSecond * SECONDS_A_MONTH);
  const tableGigabytes = STANDING.tableGigabytes + (changes * STORED_BYTES * AGE_MONTHS) / BYTES_PER_GB;
  return {
    edgeGigabytes: kilobytes / KB_PER_GB,
    edgeRequests: requests,
    // The page itself, and each script in brotli's best.
    edgeFunctions: overArrivals(visits, loads, (load) => load.requests) / 2,
    apiCalls: drawn + calls,
    socketMessages: overUses(visits, ({ socket }) => socket?.messages ?? 0),
    socketMinutes: overUses(visits, ({ socket }) => socket?.minutes ?? 0),
    invocations,
    gigabyteSeconds:
      drawn * SECONDS.page +
      (calls + STANDING.sweeps) * SECONDS.call +
      records * SECONDS.record +
      overUses(visits, ({ gigabyteSeconds = 0 }) => gigabyteSeconds),
    readUnits:
      drawn * sum(ARRIVALS.map(({ share, reads }) => share * reads)) +
      overUses(visits, ({ reads }) => reads) +
      STANDING.sweeps * STANDING.sweepReads,
    writeUnits: overUses(visits, ({ writes, indexWrites = 0 }) => writes + indexWrites),
    tableGigabytes,
    recoveryGigabytes: tableGigabytes,
    fileGigabytes: STANDING.fileGigabytes + uploaded * AGE_MONTHS,
    filePuts: files,
    fileGets: pictures * PICTURES_FETCHED + files,
    mails: overUses(visits, ({ mails = 0 }) => mails),
    activeUsers: (visits * VISITORS.signedIn) / VISITORS.visitsOfOne,
    logGigabytes: (invocations * LOGGED_KILOBYTES) / KB_PER_GB,
    traces: sampled + (invocations - sampled) * TRACED.share,
    alarmMetrics: STANDING.alarmMetrics,
    dashboards: STANDING.dashboards,
    firewalls: STANDING.firewalls,
    firewallRules: STANDING.firewalls * FIREWALL_RULES,
    firewallRequests: STANDING.firewalls * requests,
    secrets: STANDING.secrets,
  };
}

const NAMES = Object.keys(PRICES) as PriceName[];

/** Dollars a month by service, in the order of the prices. */
export function costsByService(usage: Usage): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const name of NAMES) {
    const { service } = PRICES[name];
    costs.set(service, (costs.get(service) ?? 0) + costOf(name, usage[name] ?? 0));
  }
  return costs;
}

export interface Choice {
  readonly what: string;
  readonly buys: string;
  readonly without: string;
  /** Dollars a month that it takes. */
  readonly costs: (visits: number, usage: Usage, loads: PageLoads) => number;
}

const difference = (usage: Usage, less: Usage) =>
  sum([...costsByService(usage).values()]) - sum([...costsByService({ ...usage, ...less }).values()]);

/** What was chosen though it costs something. */
export const CHOICES: readonly Choice[] = [
  {
    what: "Pictures come in sizes for sharp screens, not in the smallest",
    buys: "pictures, which are what is sold, that aren't blurred on any screen",
    without: "the width of 320 pixels everywhere, a third of the bytes",
    costs: (visits, usage) => {
      const bytes = overUses(visits, ({ pictures }) => pictures?.kilobytes ?? 0) / KB_PER_GB;
      return difference(usage, { edgeGigabytes: (usage.edgeGigabytes ?? 0) - (bytes * 2) / 3 });
    },
  },
  {
    what: "Every function is traced",
    buys: "the calls inside a request, for the question which service was slow",
    without: "no traces; log lines still carry the request's id",
    costs: (_, usage) => difference(usage, { traces: 0 }),
  },
  {
    what: "Cognito's plan Essentials, not Lite",
    buys: "access tokens without the scopes by which a stolen one could change its owner's account ([decision 25](decisions/0025-closed-user-pool.md))",
    without: "Lite, at $0.0055 a user or less",
    costs: (_, { activeUsers = 0 }) => costOf("activeUsers", activeUsers) * (1 - 0.0055 / 0.015),
  },
  {
    what: "Pages are drawn by a server",
    buys: "pages that search engines and link previews read, and that stand before the script has come ([decision 18](decisions/0018-pages-rendered-for-visitors.md))",
    without: "one page that is a file",
    costs: (visits, usage) => {
      const { apiCalls = 0, invocations = 0, gigabyteSeconds = 0, readUnits = 0, logGigabytes = 0 } = usage;
      const drawn = visits * DRAWN;
      return difference(usage, {
        apiCalls: apiCalls - drawn,
        invocations: invocations - drawn,
        gigabyteSeconds: gigabyteSeconds - drawn * SECONDS.page,
        readUnits: readUnits - drawn * sum(ARRIVALS.map(({ share, reads }) => share * reads)),
        logGigabytes: logGigabytes - (drawn * LOGGED_KILOBYTES) / KB_PER_GB,
      });
    },
  },
  {
    what: "Every call leaves lines in the logs",
    buys: "an answer to why something happened, by the id that the caller was shown",
    without: "errors only, a tenth of the lines",
    costs: (_, usage) => difference(usage, { logGigabytes: (usage.logGigabytes ?? 0) / 10 }),
  },
  {
    what: "A firewall stands before the site",
    buys: "that one address can't use up what the API lets everybody ask, and that no scanner reaches a function ([decision 76](decisions/0076-edge-stacks.md))",
    without: "the API's throttle, which counts everybody together",
    costs: (_, usage) => difference(usage, { firewalls: 0, firewallRules: 0, firewallRequests: 0 }),
  },
  {
    what: "An alarm for each function and kind of failure",
    buys: "to hear of a fault before users do, with the section of the runbook that mends it ([decision 67](decisions/0067-alarms.md))",
    without: "ten alarms, which are free",
    costs: (_, usage) => difference(usage, { alarmMetrics: 10 }),
  },
];
