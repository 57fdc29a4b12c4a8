import { parse, stringify, v7 as uuidv7 } from "uuid";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole seconds since 1970, as in DynamoDB's TTL. */
export const epochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Epoch seconds as ISO 8601. */
export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A sort key by epoch seconds. */
export const formatSortableTime = (seconds: number) => String(seconds).padStart(12, "0");

/** When a UUIDv7 was created, as ISO 8601: its first 48 bits are milliseconds since 1970 (RFC 9562). */
export const getCreatedAt = (id: string) => new Date(Buffer.from(parse(id)).readUIntBE(0, 6)).toISOString();

/** The fresh UUIDv7 if it sorts after the last one, otherwise one a millisecond later, since functions' clocks differ. */
export const idAfter = (last: string | undefined, fresh: string) =>
  last === undefined || fresh > last ? fresh : uuidv7({ msecs: Date.parse(getCreatedAt(last)) + 1 });

/** Sorts before every UUIDv7 created at this moment or later, and after all earlier ones. */
export function getFirstIdAt(moment: Date): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, moment.getTime()), 0, 6);
  bytes[6] = 0x70;
  bytes[8] = 0x80;
  return stringify(bytes);
}
