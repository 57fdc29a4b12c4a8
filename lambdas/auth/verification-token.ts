import { UserId } from "#shared/model/ids.ts";

/** The token of a verification link; opaque to the browser, it carries the user and the mailed code. */
export const verificationToken = (userId: string, code: string) => `${userId}.${code}`;

/** What a verification token carries; `undefined` when it can't be one of ours. */
export function readVerificationToken(token: string): { userId: UserId; code: string } | undefined {
  const [user, code, ...rest] = token.split(".");
  const userId = UserId.safeParse(user);
  return userId.success && code && rest.length === 0 ? { userId: userId.data, code } : undefined;
}
