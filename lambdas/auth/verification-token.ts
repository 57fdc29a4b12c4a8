import { UserId } from "#shared/model/ids.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import type { User } from "../users/find-user.ts";
import { issueToken } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";

/** The token of a verification link; opaque to the browser, it carries the user and the mailed secret. */
export const verificationToken = (userId: string, secret: string) => `${userId}.${secret}`;

/** What a verification token carries; `undefined` when it can't be one of ours. */
export function readVerificationToken(token: string): { userId: UserId; secret: string } | undefined {
  const [user, secret, ...rest] = token.split(".");
  const userId = UserId.safeParse(user);
  return userId.success && secret && rest.length === 0 ? { userId: userId.data, secret } : undefined;
}

/** Makes a fresh link that verifies the account's address; links mailed before stay good for their time. */
export async function verificationEmail(services: AuthServices, account: Pick<User, "userId" | "email">) {
  const secret = await issueToken(services, "verification", account);
  return emailTemplates.verification(
    `${services.siteOrigin}/verify_token/${verificationToken(account.userId, secret)}`,
  );
}
