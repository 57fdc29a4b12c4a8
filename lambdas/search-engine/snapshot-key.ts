/** Each snapshot takes the place of the one before, at once and whole; it says itself how far in the log it is. */
export const SNAPSHOT_KEY = "index.sqlite.zst";
