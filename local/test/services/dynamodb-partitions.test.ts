import { describe, expect, test } from "vitest";
import { PARTITION_UNITS, Partitions, type Touch } from "#local/services/dynamodb-partitions.ts";

const touch = (sort: string, units = 1, kind: Touch["kind"] = "write", partition = "list"): Touch => ({
  place: "index",
  partition,
  sort,
  kind,
  units,
});

/** Asks for so many units a second, for so long, and answers how many were refused in the last minute. */
function load(minutes: number, units: number, sortOf: (nth: number) => string, kind: Touch["kind"] = "write") {
  let second = 0;
  const partitions = new Partitions(() => second);
  let refused = 0;
  const calls = 100;
  for (; second < minutes * 60; second++) {
    if (second % 60 === 0) refused = 0;
    for (let nth = 0; nth < calls; nth++) {
      const each = touch(sortOf(second * calls + nth), units / calls, kind);
      const isRefused = partitions.isFull(each);
      partitions.take(each, isRefused);
      if (isRefused) refused += each.units;
    }
  }
  return refused / (units * 60);
}

/** Numbers below a thousand in no order. */
const scattered = (nth: number) => String(((nth * 7919) % 1000) + 1000);

describe("a partition", () => {
  test("takes a thousand write and three thousand read units a second, each counted by itself", () => {
    const partitions = new Partitions(() => 1);
    for (let units = 0; units < PARTITION_UNITS.write; units++) partitions.take(touch("a"));
    expect(partitions.isFull(touch("b"))).toBe(true);
    expect(partitions.isFull(touch("b", 1, "read"))).toBe(false);
    partitions.take(touch("a", PARTITION_UNITS.read, "read"));
    expect(partitions.isFull(touch("b", 1, "read"))).toBe(true);
  });

  test("takes them again in the next second, and gives nothing that was left before", () => {
    let second = 1;
    const partitions = new Partitions(() => second);
    partitions.take(touch("a", PARTITION_UNITS.write));
    second = 300;
    expect(partitions.isFull(touch("a"))).toBe(false);
    partitions.take(touch("a", PARTITION_UNITS.write));
    expect(partitions.isFull(touch("a"))).toBe(true);
  });

  test("that stays hot for minutes is split between its keys", () => {
    expect(load(2, 1_800, scattered)).toBeGreaterThan(0.4);
    expect(load(12, 1_800, scattered)).toBeLessThan(0.02);
  });

  test("isn't split where what is written only rises", () => {
    expect(load(12, 1_800, (nth) => String(nth).padStart(9, "0"))).toBeGreaterThan(0.4);
  });

  test("isn't split for the sake of a single item", () => {
    expect(load(12, 6_000, () => "one", "read")).toBeCloseTo(0.5);
  });
});
