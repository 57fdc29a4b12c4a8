import type { Logger } from "@aws-lambda-powertools/logger";
import {
  type CognitoIdentityProviderClient,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  RefreshTokenReuseException,
  TooManyFailedAttemptsException,
  TooManyRequestsException,
  UnauthorizedException,
  UnsupportedTokenTypeException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { counted } from "../../platform/runtime/counted.ts";

/** The account's quota of calls is everybody's: a call that it refuses is a line that counts, whatever the caller is answered. */
export function countRefusedCalls(client: CognitoIdentityProviderClient, log: Logger) {
  client.middlewareStack.add(
    (next, { commandName: call }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (error instanceof TooManyRequestsException)
            log.error("The identity provider refused a call for its quota", {
              ...counted("IdentityCallsRefused"),
              call,
            });
          throw error;
        }
      },
    { step: "initialize", name: "countRefusedCalls" },
  );
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Runs a call and turns the errors that belong to normal life into a word; throws any other. */
export async function outcome<T, W extends string>(
  call: Promise<T>,
  words: readonly (readonly [ErrorClass, W])[],
): Promise<T | W> {
  try {
    return await call;
  } catch (error) {
    const known = words.find(([kind]) => error instanceof kind);
    if (!known) throw error;
    return known[1];
  }
}

export const TOO_MANY = [
  [LimitExceededException, "too_many"],
  [TooManyRequestsException, "too_many"],
  [TooManyFailedAttemptsException, "too_many"],
] as const;

/** Provider errors for calls that had nothing to do; the caller must not learn which one it was. */
export const REFUSED = [
  [InvalidParameterException, "refused"],
  [NotAuthorizedException, "refused"],
  [UnauthorizedException, "refused"],
  [UnsupportedTokenTypeException, "refused"],
  [UserNotFoundException, "refused"],
] as const;

export const BAD_SESSION = [
  [NotAuthorizedException, "expired"],
  [InvalidParameterException, "expired"],
  [RefreshTokenReuseException, "reused"],
  [UserNotFoundException, "expired"],
  ...TOO_MANY,
] as const;

/** A log-in that the provider locked out for a while; it says so by its message only. */
class LockedOut extends Error {}

export const BAD_LOGIN = [
  [LockedOut, "too_many"],
  [NotAuthorizedException, "wrong"],
  [UserNotFoundException, "wrong"],
  ...TOO_MANY,
] as const;

/** Tells a lock-out from a wrong password, which come as the same error. */
export function markLockOut(error: unknown): never {
  if (error instanceof NotAuthorizedException && error.message.startsWith("Password attempts exceeded")) {
    throw new LockedOut(error.message);
  }
  throw error;
}
