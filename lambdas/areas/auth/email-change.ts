import { createHash } from "node:crypto";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { getLinkKind, LINK_PREFIXES } from "#shared/link-kinds.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { mailLog } from "../../platform/mail/mail-log.ts";
import type { AuditNotes } from "../../platform/runtime/audit-call.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { throttleTarget } from "../../platform/throttle/throttle.ts";
import { findEmailOwner, findUser, type User } from "../users/find-user.ts";
import { replaceEmailClaim } from "./claims.ts";
import { EmailChangeEntity } from "./email-change.entity.ts";
import { isBeingReset } from "./end-sessions.ts";
import { findReturnPath } from "./find-signups.ts";
import { generateSecret } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { buildVerificationToken, parseVerificationToken } from "./verification-token.ts";

const PREFIX = LINK_PREFIXES["email-change"];

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

export const isEmailChangeToken = (token: string) => getLinkKind(token) === "email-change";

/** True if the address belongs to another account. */
export async function isInUse({ table }: AuthServices, userId: string, email: string) {
  const holder = await findEmailOwner(table, email);
  return holder !== undefined && holder !== userId;
}

/**
 * Mails a link to a new address, which applies once it is opened; an address in use gets a mail that says so instead. Takes
 * the account as it was before its password was verified: ending its sessions later voids the link. Refused if the account,
 * or all accounts together, sent too many mails to the address.
 */
export async function requestEmailChange(
  services: AuthServices,
  user: User,
  email: string,
  { inUse }: { readonly inUse: boolean },
) {
  const { table, mail, now, siteOrigin } = services;
  const { userId, notBefore } = user;
  if (isBeingReset(user, now())) return fail("too_many_requests");
  const throttled = await throttleTarget(services, "emailChange", { email, account: userId });
  if (throttled) return throttled;
  const secret = generateSecret();
  const expires = epochSeconds(now()) + LIFETIMES.verificationLink;
  const change = { userId, tokenHash: hashSecret(secret), email, notBefore, expires };
  await table.send(EmailChangeEntity.build(PutItemCommand).item(change));
  const token = PREFIX + buildVerificationToken(userId, secret);
  await mail.send(
    email,
    inUse
      ? emailTemplates.emailInUse(`${siteOrigin}/account_restoration`)
      : emailTemplates.emailChange(`${siteOrigin}/verify_token/${token}`),
  );
  mailLog.sent(services, { kind: inUse ? "emailInUse" : "emailChange", userId });
}

/** Cancels a pending change, so that a link mailed earlier can't move an account whose password has changed. */
export const cancelEmailChange = (userId: string) => ({
  write: EmailChangeEntity.build(DeleteTransaction).key({ userId }),
});

/**
 * Applies a change of e-mail and notifies the former address; for an unverified account it is the first address. Refuses
 * unknown and expired tokens, and an address taken meanwhile.
 */
export async function confirmEmailChange({ table, now }: AuthServices, token: string, audited: AuditNotes) {
  const { userId, secret } = parseVerificationToken(token.slice(PREFIX.length)) ?? {};
  if (!userId || !secret) return fail("link_expired");
  const tokenHash = hashSecret(secret);
  const { Item: change } = await table.send(
    EmailChangeEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }),
  );
  if (change?.tokenHash !== tokenHash || change.expires * 1000 <= now().getTime()) return fail("link_expired");
  audited.who = userId;
  const user = await findUser(table, userId);
  if (!user || user.notBefore !== change.notBefore) return fail("link_expired");
  const returnTo = await findReturnPath(table, user);
  const write = EmailChangeEntity.build(DeleteTransaction)
    .key({ userId })
    .options({ condition: { attr: "tokenHash", eq: tokenHash } });
  const refused = await replaceEmailClaim(table, user, change.email, now(), { write, failure: "link_expired" });
  const message = user.verified ? MESSAGES.emailMoved : MESSAGES.emailVerified;
  return refused ?? { message, expose: true as const, returnTo };
}
