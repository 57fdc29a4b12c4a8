import fc from "fast-check";
import { expect, test } from "vitest";
import { COLUMNS, frameRatio, justifyRows } from "#web/features/artwork/justified-rows.ts";

const ratios = fc.array(fc.double({ min: 0.5, max: 3, noNaN: true }), { maxLength: 60 });
const columns = fc.constantFrom(...COLUMNS.map((breakpoint) => breakpoint.columns));

const getWidth = (row: ReturnType<typeof justifyRows>) => row.reduce((sum, { share }) => sum + share, 0);

function groupRows(positions: ReturnType<typeof justifyRows>) {
  return [...Map.groupBy(positions, ({ row }) => row).values()];
}

test("rows keep reading order and hold no more pictures than there are columns", () => {
  fc.assert(
    fc.property(ratios, columns, (frames, most) => {
      const positions = justifyRows(frames, most);
      expect(positions).toHaveLength(frames.length);
      expect(positions.map(({ row }) => row)).toEqual(positions.map(({ row }) => row).toSorted((a, b) => a - b));
      for (const row of groupRows(positions)) expect(row.length).toBeLessThanOrEqual(most);
    }),
  );
});

test("every row but the last is exactly as wide as the grid, the last one is never wider", () => {
  fc.assert(
    fc.property(ratios, columns, (frames, most) => {
      const rows = groupRows(justifyRows(frames, most));
      for (const row of rows.slice(0, -1)) {
        expect(getWidth(row)).toBeCloseTo(1, 9);
        expect(row.every(({ fills }) => fills)).toBe(true);
        expect(row.reduce((sum, { gaps }) => sum + gaps, 0)).toBeCloseTo(row.length - 1, 9);
      }
      const last = rows.at(-1);
      if (last) expect(getWidth(last)).toBeLessThanOrEqual(1.0001 / 0.9);
    }),
  );
});

test("the pictures of a row are of one height", () => {
  fc.assert(
    fc.property(ratios, columns, (frames, most) => {
      const positions = justifyRows(frames, most);
      const heights = positions.map(({ row, share }, index) => ({ row, height: share / (frames[index] ?? 1) }));
      for (const row of Map.groupBy(heights, ({ row }) => row).values()) {
        for (const { height } of row) expect(height).toBeCloseTo(row[0]?.height ?? 0, 9);
      }
    }),
  );
});

test("loading more moves no picture above the last row", () => {
  fc.assert(
    fc.property(ratios, ratios, columns, (first, more, most) => {
      const before = justifyRows(first, most);
      const after = justifyRows([...first, ...more], most);
      const lastRow = before.at(-1)?.row ?? 0;
      const settled = before.filter(({ row }) => row < lastRow);
      expect(after.slice(0, settled.length)).toEqual(settled);
    }),
  );
});

test("with one column each picture has the full width", () => {
  for (const position of justifyRows([0.6, 1.5, 2], 1))
    expect(position).toMatchObject({ share: 1, gaps: 0, fills: true });
});

test("a single picture in a wide grid doesn't fill the screen", () => {
  const [position] = justifyRows([1.5], 5);
  expect(position?.fills).toBe(false);
  expect(position?.share).toBeLessThan(0.3);
});

test("a short last row is as high as the row above it", () => {
  const positions = justifyRows([1, 1, 1, 1, 1], 4);
  expect(positions[4]?.share).toBeCloseTo(positions[0]?.share ?? 0, 9);
  expect(positions[4]?.gaps).toBeCloseTo(positions[0]?.gaps ?? 0, 9);
});

test.each([
  ["a landscape", 1600, 1067, 1600 / 1067],
  ["a pillar narrower than a frame may be", 1024, 9000, 0.5],
  ["a ribbon wider than a frame may be", 9000, 1024, 4],
  ["a size that says nothing", 0, 0, 1],
])("the frame of %s", (_name, width, height, ratio) => {
  expect(frameRatio(width, height)).toBeCloseTo(ratio, 9);
});
