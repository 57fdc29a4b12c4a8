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

/** Counts calls refused by the account's Cognito quota, which all callers share. */
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

/** Runs a call and maps expected errors to words; rethrows any other. */
export async function mapErrors<T, W extends string>(
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

/** Errors of calls without effect; the caller must not learn which one it was. */
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

/** A temporary lock-out by Cognito, recognizable only by the error's message. */
class LockedOut extends Error {}

export const BAD_LOGIN = [
  [LockedOut, "too_many"],
  [NotAuthorizedException, "wrong"],
  [UserNotFoundException, "wrong"],
  ...TOO_MANY,
] as const;

/** Distinguishes a lock-out from a wrong password, which are the same error. */
export function markLockOut(error: unknown): never {
  if (error instanceof NotAuthorizedException && error.message.startsWith("Password attempts exceeded")) {
    throw new LockedOut(error.message);
  }
  throw error;
}
