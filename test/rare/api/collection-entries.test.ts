import fc from "fast-check";
import { expect, test } from "vitest";
import { addEntry, type Entries, getEntriesAfter, moveEntry, removeEntry } from "#lambdas/areas/collections/entries.ts";

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), id, after: fc.option(fc.option(id), { nil: undefined }) }),
  fc.record({ kind: fc.constant("move" as const), id, after: fc.option(id) }),
  fc.record({ kind: fc.constant("remove" as const), id }),
);
const EMPTY: Entries = { artworkIds: [], removed: [] };

test("any changes leave each artwork once, and the cursor of a removed one valid", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let entries = EMPTY;
      for (const each of changes) {
        const before = entries;
        if (each.kind === "add") entries = addEntry(entries, each.id, each.after);
        else if (each.kind === "move") entries = moveEntry(entries, each.id, each.after);
        else {
          const rest = getEntriesAfter(entries, each.id);
          const wasThere = entries.artworkIds.includes(each.id);
          entries = removeEntry(entries, each.id);
          if (wasThere) expect(getEntriesAfter(entries, each.id)).toEqual(rest);
        }
        expect(new Set(entries.artworkIds).size).toBe(entries.artworkIds.length);
        if (each.kind === "move") expect([...entries.artworkIds].sort()).toEqual([...before.artworkIds].sort());
      }
    }),
  );
});

test("a move puts an artwork behind another, at the beginning, or at the end", () => {
  const entries = { artworkIds: ["a", "b", "c"], removed: [] };
  expect(moveEntry(entries, "c", "a").artworkIds).toEqual(["a", "c", "b"]);
  expect(moveEntry(entries, "a", "b").artworkIds).toEqual(["b", "a", "c"]);
  expect(moveEntry(entries, "c", null).artworkIds).toEqual(["c", "a", "b"]);
  expect(moveEntry(entries, "a", "gone").artworkIds).toEqual(["b", "c", "a"]);
  expect(moveEntry(entries, "b", "b").artworkIds).toEqual(["a", "b", "c"]);
});

test("an unknown cursor has nothing after it", () => {
  expect(getEntriesAfter({ artworkIds: ["a"], removed: [] }, "x")).toEqual([]);
});
