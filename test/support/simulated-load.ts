import { createHash } from "node:crypto";
import { shownKeys } from "#lambdas/areas/artwork/artwork-writes.ts";
import { popularRank } from "#lambdas/areas/artwork/find-artwork.ts";
import { WEEKLY_LIST } from "#lambdas/areas/favorites/weekly.entity.ts";
import { weeklyRank } from "#lambdas/areas/favorites/weekly-score.ts";
import { INDEX } from "#lambdas/platform/table/indexes.ts";
import { shardOf } from "#lambdas/platform/table/query-shards.ts";
import { PARTITION_UNITS, Partitions, type Touch } from "#local/services/dynamodb-partitions.ts";

/** A kind of call as it was metered once, with the ids that it was about. */
export interface MeteredCall {
  readonly name: string;
  /** How often a second. */
  readonly rate: number;
  readonly touches: readonly Touch[];
  readonly about: { readonly artworkId: string; readonly ownerId: string; readonly actorId: string };
}

const WORKS = 10_000_000;
const ARTISTS = 200_000;
const PEOPLE = 5_000_000;
/** Share of all calls that are about one artwork. */
const VIRAL = 0.1;
const YEARS_MS = 3 * 365 * 24 * 60 * 60 * 1000;

/** Partitions of a table and of each index that have grown with their calls: what is refused is then a hot key's fault. */
const GROWN = 256;

/** How many calls a simulated one stands for: few where calls write, because coarse ones would meet a limit by chance. */
const scaleOf = ({ rate }: MeteredCall) => (rate > 1_000 ? 40 : 4);

/** Numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A UUIDv7 of a moment, the same for the same name. */
function idOf(name: string, time: number): string {
  const [stamp, hash] = [Math.floor(time).toString(16).padStart(12, "0"), createHash("md5").update(name).digest("hex")];
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

const UUID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g;
const RANK = /^\d{10}#/;
const SCORE = /^-?\d+\.\d{6}#/;
const AUDIT_SHARD = /^(AL#.*#)\d+$/;
const SHARDS_OF_AUDIT = 16;
const DIGEST = /[\w-]{22,}/g;

/** The call that reads the same cards for everybody. */
const LIST_OF_CARDS = "week";

/** Sorts after every key. */
const TOP = "~";

export interface PlaceReport {
  readonly key: string;
  /** Units a second that were asked for. */
  readonly asked: number;
  /** Share of its units that were refused in the first and in the last minute. */
  readonly refusedAtFirst: number;
  readonly refusedAtLast: number;
}

/** Runs calls against partitions for some virtual minutes; answers the keys that take a quarter of a partition or more. */
export function simulateLoad(calls: readonly MeteredCall[], minutes: number): PlaceReport[] {
  const random = createRandom(7);
  const start = Date.UTC(2026, 10, 27);
  let second = 0;
  let serial = 0;
  const partitions = new Partitions(() => second, GROWN);
  const favorites = new Map<number, number>();
  const demand = new Map<string, { units: number; first: [number, number]; last: [number, number] }>();

  const drawn = new Map<string, number>();

  /**
   * Attention is even on a logarithmic scale: the tenth work gets a tenth of what the first gets. Calls about the viral one come evenly,
   * because one that stands for many would else come in bursts.
   */
  function drawWork(name: string) {
    const nth = (drawn.get(name) ?? 0) + VIRAL;
    drawn.set(name, nth % 1);
    return nth >= 1 ? 0 : Math.floor(WORKS ** random());
  }
  const idOfWork = (work: number) =>
    idOf(`work ${work}`, start - YEARS_MS * ((Math.imul(work, 2_654_435_761) >>> 0) / 2 ** 32) ** 3);

  function fill(call: MeteredCall): Touch[] {
    const { touches, about, name } = call;
    const scale = scaleOf(call);
    const work = drawWork(name);
    const isNew = name === "publication";
    const artworkId = isNew ? idOf(`new ${serial++}`, start + second * 1000) : idOfWork(work);
    const ownerId = idOf(`artist ${isNew ? Math.floor(random() * ARTISTS) : work % ARTISTS}`, start - YEARS_MS);
    const actorId = idOf(`person ${Math.floor(random() * PEOPLE)}`, start - YEARS_MS);
    const count = isNew ? 0 : (favorites.get(work) ?? Math.floor(1e6 / (work + 1)));
    if (name === "favourite") favorites.set(work, count + scale);
    const [was, is] = [shownKeys(about), shownKeys({ artworkId, ownerId })];
    const lists = new Map([
      [was.popular, is.popular],
      [shardOf(WEEKLY_LIST, about.artworkId), shardOf(WEEKLY_LIST, artworkId)],
    ]);
    const ids = new Map([
      [about.artworkId, artworkId],
      [about.ownerId, ownerId],
      [about.actorId, actorId],
    ]);
    const renewed = (text: string) =>
      text
        .replace(UUID, (id) => {
          const other = ids.get(id) ?? idOf(`${id} ${serial++}`, start + second * 1000);
          ids.set(id, other);
          return other;
        })
        .replace("a-session-of-the-test", actorId)
        .replace(AUDIT_SHARD, (_all, day) => `${day}${Math.floor(random() * SHARDS_OF_AUDIT)}`)
        .replace(DIGEST, (text) => (text.search(UUID) >= 0 ? text : `${text}${serial++}`));
    const sortOf = ({ sort }: Touch) => {
      if (RANK.test(sort)) return popularRank(count, artworkId);
      if (SCORE.test(sort)) return weeklyRank(Math.log2(count + 1) + random(), artworkId);
      return renewed(sort);
    };
    return touches.map((touch) => {
      const units = touch.units * scale;
      // Lists of everybody's begin with the same items for all who read them.
      if (name === LIST_OF_CARDS || (touch.kind === "read" && !touch.partition.includes("#"))) {
        return { ...touch, sort: touch.partition.includes("#") ? touch.sort : TOP, units };
      }
      return {
        ...touch,
        partition: (touch.place === INDEX.ranked && lists.get(touch.partition)) || renewed(touch.partition),
        sort: sortOf(touch),
        units,
      };
    });
  }

  function count(touch: Touch, isRefused: boolean) {
    const key = `${touch.place} ${touch.partition} ${touch.kind}`;
    const known = demand.get(key) ?? { units: 0, first: [0, 0], last: [0, 0] };
    demand.set(key, known);
    known.units += touch.units;
    const minute = second < 60 ? known.first : second >= (minutes - 1) * 60 ? known.last : undefined;
    if (minute) minute[isRefused ? 1 : 0] += touch.units;
  }

  const due = new Map<MeteredCall, number>();
  for (; second < minutes * 60; second++) {
    const queue = calls.flatMap((call) => {
      const total = (due.get(call) ?? 0) + call.rate / scaleOf(call);
      due.set(call, total - Math.floor(total));
      return Array.from({ length: Math.floor(total) }, () => ({ call, at: random() }));
    });
    for (const { call } of queue.sort((one, other) => one.at - other.at)) {
      for (const touch of fill(call)) {
        const isRefused = partitions.isFull(touch);
        partitions.take(touch, isRefused);
        count(touch, isRefused);
      }
    }
    // Keys that only a few calls met can't be hot, and there are millions of them.
    if (second % 30 === 29) {
      for (const [key, { units }] of demand) if (units / second < 10) demand.delete(key);
    }
  }
  const share = ([taken, refused]: readonly [number, number]) => (refused === 0 ? 0 : refused / (taken + refused));
  return [...demand]
    .map(([key, { units, first, last }]) => ({
      key,
      asked: units / second,
      refusedAtFirst: share(first),
      refusedAtLast: share(last),
    }))
    .filter(({ key, asked }) => asked > PARTITION_UNITS[key.endsWith("read") ? "read" : "write"] / 4)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
