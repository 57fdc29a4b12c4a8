import type { SessionUser } from "#shared/model/account.ts";

/** Age up to which an account counts as new, in milliseconds. */
const NEW_MS = 30 * 24 * 60 * 60 * 1000;

/** Ids are UUIDv7, which start with a timestamp in milliseconds. */
export const isNewAccount = ({ id }: SessionUser, now = Date.now()) =>
  now - Number.parseInt(id.replace("-", "").slice(0, 12), 16) < NEW_MS;
