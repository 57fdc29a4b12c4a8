/** Each snapshot atomically replaces the previous one; it contains its own sequence number. */
export const SNAPSHOT_KEY = "index.sqlite.zst";
