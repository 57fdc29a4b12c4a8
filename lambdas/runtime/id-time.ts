import { parse } from "uuid";

/** When a UUIDv7 was made, as ISO 8601: its first 48 bits are milliseconds since 1970 (RFC 9562). */
export const createdOf = (id: string) => new Date(Buffer.from(parse(id)).readUIntBE(0, 6)).toISOString();
