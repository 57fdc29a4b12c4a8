import { buildFailureBody, FAILURES, type FailureCode } from "#shared/failures.ts";
import { SessionUser } from "#shared/model/account.ts";
import type { Reply } from "./network.ts";

/** A signed-in user; `over` replaces fields. */
export const aUser = (over: Partial<SessionUser> = {}): SessionUser => ({
  ...SessionUser.parse({
    id: "0198f3a1-0000-7000-8000-000000000001",
    name: "ada.love",
    fullName: "Ada Love",
    email: "ada@example.org",
    avatar: null,
    height: null,
    width: null,
    stripeId: null,
    onboarded: false,
    country: null,
    favorites: [],
    notifications: 0,
  }),
  ...over,
});

/** The API's response for a failure. */
export const failure = (code: FailureCode, fields?: Record<string, string>): Reply => ({
  status: FAILURES[code].status,
  body: buildFailureBody(code, fields),
});

export const buildSession = (accessToken: string, user = aUser()): Reply => ({
  status: 200,
  body: { accessToken, user },
});

export const VISITOR: Reply = { status: 200, body: { accessToken: null, user: null } };
