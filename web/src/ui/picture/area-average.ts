/** The parts of source pixels that a target pixel covers. */
interface Cover {
  readonly first: number;
  readonly weights: readonly number[];
}

function coverPixels(length: number, side: number): readonly Cover[] {
  return Array.from({ length: side }, (_, at) => {
    const [from, to] = [(at * length) / side, ((at + 1) * length) / side];
    const first = Math.floor(from);
    const weights = Array.from(
      { length: Math.max(1, Math.ceil(to) - first) },
      (_, index) => (Math.min(to, first + index + 1) - Math.max(from, first + index)) / (to - from),
    );
    return { first, weights };
  });
}

/**
 * Reduces a picture to `side` × `side` pixels, each the average of the area that it covers: engines scale in ways of their
 * own, which perceptual hashes show.
 */
export function createAreaAverage(
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
) {
  const [columns, rows] = [coverPixels(width, side), coverPixels(height, side)];
  const average = new Float64Array(side * side * 3);
  const row = new Float64Array(side * 3);

  function reduceRow(pixels: ArrayLike<number>, offset: number) {
    for (const [at, { first, weights }] of columns.entries()) {
      let [red, green, blue] = [0, 0, 0];
      let pixel = offset + first * 4;
      for (const weight of weights) {
        red += weight * (pixels[pixel] ?? 0);
        green += weight * (pixels[pixel + 1] ?? 0);
        blue += weight * (pixels[pixel + 2] ?? 0);
        pixel += 4;
      }
      row.set([red, green, blue], at * 3);
    }
  }

  return {
    /** Adds rows of opaque RGBA pixels, the first of which is the picture's row `from`. */
    addRows(pixels: ArrayLike<number>, from: number) {
      for (let y = from; (y - from) * width * 4 < pixels.length; y++) {
        reduceRow(pixels, (y - from) * width * 4);
        for (const [at, { first, weights }] of rows.entries()) {
          const weight = weights[y - first] ?? 0;
          if (weight === 0) continue;
          for (let part = 0; part < row.length; part++) {
            const index = at * row.length + part;
            average[index] = (average[index] ?? 0) + weight * (row[part] ?? 0);
          }
        }
      }
    },
    /** The RGB bytes, once all rows are added. */
    toPixels: () => Uint8ClampedArray.from(average),
  };
}
