/**
 * A script by which a page's clock runs `rate` times as fast as the machine's: what React does in slices of so many
 * milliseconds is then cut as on a machine that is so many times slower, where all else takes longer.
 */
export const fastClock = (rate: number) =>
  `{ const now = performance.now.bind(performance); performance.now = () => now() * ${rate}; }`;
