import { timingSafeEqual } from "node:crypto";
import { unsubscribe } from "#shared/contract/users.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { findUser } from "./find-user.ts";
import type { UsersServices } from "./services.ts";
import { switchNotices } from "./switch-notices.ts";
import { deriveUnsubscribeKey } from "./unsubscribe-links.ts";

function isSame(key: string, sent: string) {
  const [expected, given] = [Buffer.from(key), Buffer.from(sent)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Switches one kind of mail off for anyone with the key, which only the account's mails of that kind contain. Safe to repeat. */
export const unsubscribeHandler = handle(unsubscribe, async ({ params }, { table }: UsersServices) => {
  const { userId, notice, unsubscribeKey } = params;
  const user = await findUser(table, userId);
  const expected = user?.unsubscribeKey && deriveUnsubscribeKey(user.unsubscribeKey, notice);
  if (!expected || !isSame(expected, unsubscribeKey)) return fail("link_expired");
  return (await switchNotices(table, userId, { [notice]: false }))
    ? { unsubscribed: true as const }
    : fail("link_expired");
});
