/**
 * A script by which a page's clock and timers run `rate` times as fast as the machine's. What React does in slices of so many
 * milliseconds, and what the site puts off, then comes as on a machine that is so many times slower, where all work takes longer.
 */
export const fastClock = (rate: number) => `{
  const now = performance.now.bind(performance);
  performance.now = () => now() * ${rate};
  const later = window.setTimeout;
  window.setTimeout = (task, ms = 0, ...rest) => later(task, ms / ${rate}, ...rest);
}`;
