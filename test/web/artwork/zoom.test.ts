import fc from "fast-check";
import { expect, test } from "vitest";
import {
  actualScale,
  FITTED,
  isPannable,
  pan,
  percentOf,
  type Stage,
  within,
  zoomTo,
} from "#web/features/artwork/zoom.ts";

const stage: Stage = { frame: { width: 1000, height: 500 }, picture: { width: 1280, height: 1280 } };
const CENTRE = { x: 0, y: 0 };

test("a picture that fits says how much of its own size that is, and can't be moved", () => {
  expect(percentOf(FITTED, stage)).toBe(39);
  expect(isPannable(FITTED, stage)).toBe(false);
  expect(pan(FITTED, { x: 50, y: 50 }, stage)).toEqual(FITTED);
});

test("at 100 % each of its pixels is one of the screen", () => {
  const view = zoomTo(FITTED, actualScale(stage), CENTRE, stage);
  expect(percentOf(view, stage)).toBe(100);
  expect(isPannable(view, stage)).toBe(true);
});

test("what is under the pointer stays there", () => {
  const at = { x: 20, y: -30 };
  const view = zoomTo(FITTED, 4, at, stage);
  expect((at.x - view.x) / view.scale).toBeCloseTo(at.x);
  expect((at.y - view.y) / view.scale).toBeCloseTo(at.y);
});

test("a picture smaller than the frame goes down to its own size and no further", () => {
  const small: Stage = { frame: { width: 1440, height: 900 }, picture: { width: 640, height: 400 } };
  expect(percentOf(within({ scale: 0.01, x: 0, y: 0 }, small), small)).toBe(100);
});

test("no edge of the picture leaves an edge of the frame behind, wherever it is moved", () => {
  const number = fc.double({ min: -5000, max: 5000, noNaN: true });
  const side = fc.integer({ min: 1, max: 4000 });
  const size = fc.record({ width: side, height: side });
  fc.assert(
    fc.property(
      size,
      size,
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      number,
      number,
      (frame, picture, scale, x, y) => {
        const at = { frame, picture };
        const view = within({ scale, x, y }, at);
        const ratio = view.scale / actualScale(at);
        expect(Math.abs(view.x)).toBeLessThanOrEqual(Math.max(0, (picture.width * ratio - frame.width) / 2) + 0.01);
        expect(Math.abs(view.y)).toBeLessThanOrEqual(Math.max(0, (picture.height * ratio - frame.height) / 2) + 0.01);
      },
    ),
  );
});

test("a frame that isn't measured yet gives no nonsense", () => {
  expect(within(FITTED, { frame: { width: 0, height: 0 }, picture: { width: 10, height: 10 } })).toEqual(FITTED);
});
