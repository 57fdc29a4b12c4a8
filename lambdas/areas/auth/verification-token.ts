import { LIFETIMES } from "#shared/lifetimes.ts";
import { UserId } from "#shared/model/ids.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { User } from "../users/find-user.ts";
import { issueToken, type TokenServices } from "./mailed-token.ts";

/** The token of a verification link; opaque to the browser, it carries the user and the mailed secret. */
export const buildVerificationToken = (userId: string, secret: string) => `${userId}.${secret}`;

/** User and secret of a verification token; `undefined` if it's malformed. */
export function parseVerificationToken(token: string): { userId: UserId; secret: string } | undefined {
  const [user, secret, ...rest] = token.split(".");
  const userId = UserId.safeParse(user);
  return userId.success && secret && rest.length === 0 ? { userId: userId.data, secret } : undefined;
}

/**
 * Creates a link that verifies the account's address, valid until `until` (epoch seconds) at most; links mailed earlier stay
 * valid.
 */
export async function buildVerificationEmail(
  services: TokenServices & Pick<BaseServices, "siteOrigin">,
  account: Pick<User, "userId" | "name" | "email">,
  until = Number.POSITIVE_INFINITY,
) {
  const secret = await issueToken(services, "verification", account, until);
  const seconds = Math.min(LIFETIMES.verificationLink, until - epochSeconds(services.now()));
  const href = `${services.siteOrigin}/verify_token/${buildVerificationToken(account.userId, secret)}`;
  return emailTemplates.verification(href, account.name, seconds);
}
