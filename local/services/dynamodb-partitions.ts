import { createHash } from "node:crypto";

/** Units that a call takes in one place, a table or an index of it. */
export interface Touch {
  /** The table's name or the index's. */
  readonly place: string;
  readonly partition: string;
  readonly sort: string;
  readonly kind: "read" | "write";
  readonly units: number;
}

/**
 * Units that one partition takes in a second. Burst capacity never lifts a partition above them
 * (https://repost.aws/knowledge-center/dynamodb-spiky-workloads-short-intervals), and adaptive capacity reaches them at once
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html).
 */
export const PARTITION_UNITS = { read: 3_000, write: 1_000 } as const;

/** A new table on demand takes 4,000 writes and 12,000 reads a second (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html). */
const FIRST_PARTITIONS = 4;

/** Minutes of heat before a split: AWS says "several" (https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/). */
const HEAT_MINUTES = 3;

/** Share of its limit from which a partition is hot; AWS says "near". */
const HOT = 0.8;

/** Share of neighbours in time whose sort keys rise: from here on a split would send all later writes to one side. */
const RISING = 0.8;

const SAMPLES = 256;

const KINDS = ["read", "write"] as const;

/** A range of keys, from its first to the next range's. */
interface Range {
  readonly from: string;
  second: number;
  readonly used: { read: number; write: number };
  /** Units asked for in this minute, refused ones included, and some of their keys in the order in which they came. */
  readonly asked: { read: number; write: number };
  readonly keys: { read: string[]; write: string[] };
  hotMinutes: number;
}

const rangeFrom = (from: string): Range => ({
  from,
  second: -1,
  used: { read: 0, write: 0 },
  asked: { read: 0, write: 0 },
  keys: { read: [], write: [] },
  hotMinutes: 0,
});

const hashes = new Map<string, string>();

/** Items lie by their partition key's hash, those of one partition key by their sort key. */
function positionOf({ partition, sort }: Touch): string {
  const hash = hashes.get(partition) ?? createHash("md5").update(partition).digest("hex");
  if (hashes.size > 100_000) hashes.clear();
  hashes.set(partition, hash);
  return `${hash} ${sort}`;
}

/**
 * Throughput of DynamoDB's partitions in virtual time. A partition that is hot for minutes is split between its keys
 * (https://aws.amazon.com/blogs/database/part-2-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/),
 * unless a single item is hot or the sort keys of what is written only rise; partitions are never merged. Splits by size
 * are left out, because they help no hot key.
 */
export class Partitions {
  readonly #places = new Map<string, Range[]>();
  readonly #now: () => number;
  readonly #first: number;
  #minute = 0;

  /** `now` in seconds; `first` is how many partitions a table or an index begins with, 256 at most. */
  constructor(now: () => number, first = FIRST_PARTITIONS) {
    this.#now = now;
    this.#first = first;
  }

  /** True while the touched partition has given what it gives in this second. */
  isFull(touch: Touch): boolean {
    const range = this.#rangeOf(touch, positionOf(touch));
    return range.used[touch.kind] >= PARTITION_UNITS[touch.kind];
  }

  /** Takes units; refused ones only heat the partition. */
  take(touch: Touch, isRefused = false) {
    const position = positionOf(touch);
    const range = this.#rangeOf(touch, position);
    const { kind, units } = touch;
    if (!isRefused) range.used[kind] += units;
    range.asked[kind] += units;
    const keys = range.keys[kind];
    if (keys.length === 2 * SAMPLES) range.keys[kind] = keys.filter((_key, at) => at % 2 === 0);
    range.keys[kind].push(position);
  }

  #rangeOf({ place }: Touch, position: string): Range {
    const minute = Math.floor(this.#now() / 60);
    if (minute !== this.#minute) this.#splitHot();
    this.#minute = minute;
    const ranges = this.#places.get(place) ?? this.#evenRanges();
    this.#places.set(place, ranges);
    const range = ranges.findLast(({ from }) => from <= position) ?? rangeFrom("");
    const second = Math.floor(this.#now());
    if (range.second !== second) Object.assign(range.used, { read: 0, write: 0 });
    range.second = second;
    return range;
  }

  #evenRanges() {
    const starts = Array.from({ length: this.#first }, (_, at) => Math.floor((256 * at) / this.#first));
    return starts.map((start) => rangeFrom(start === 0 ? "" : start.toString(16).padStart(2, "0")));
  }

  #splitHot() {
    for (const [place, ranges] of this.#places) {
      this.#places.set(
        place,
        ranges.flatMap((range) => {
          const hot = KINDS.find((kind) => range.asked[kind] >= 60 * HOT * PARTITION_UNITS[kind]);
          range.hotMinutes = hot ? range.hotMinutes + 1 : 0;
          const cut = hot && range.hotMinutes >= HEAT_MINUTES ? cutOf(range.keys[hot], hot) : undefined;
          Object.assign(range.asked, { read: 0, write: 0 });
          Object.assign(range.keys, { read: [], write: [] });
          if (cut === undefined || cut <= range.from) return [range];
          range.hotMinutes = 0;
          return [range, rangeFrom(cut)];
        }),
      );
    }
  }
}

/** The key at which half of the heat is on each side; none where a split wouldn't help. */
function cutOf(keys: readonly string[], kind: "read" | "write"): string | undefined {
  const rising = keys.filter((key, at) => at > 0 && key > (keys[at - 1] ?? "")).length;
  if (kind === "write" && rising > RISING * keys.length) return undefined;
  const sorted = keys.toSorted();
  const [first = ""] = sorted;
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle !== first ? middle : sorted.find((key) => key > first);
}
