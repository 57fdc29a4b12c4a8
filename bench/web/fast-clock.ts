/**
 * Script that makes `performance.now` and `setTimeout` run `rate` times as fast; `Date` and `setInterval` aren't changed. React's
 * time slices and the site's delays then end after as little work as on a machine `rate` times slower.
 */
export const fastClock = (rate: number) => `{
  const now = performance.now.bind(performance);
  performance.now = () => now() * ${rate};
  const later = window.setTimeout;
  window.setTimeout = (task, ms = 0, ...rest) => later(task, ms / ${rate}, ...rest);
}`;
