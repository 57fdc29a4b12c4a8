import { describe, expect, test } from "vitest";
import { areas } from "#shared/contract/areas.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";

/** How routes without a throttle of the contract are limited per account. */
const OTHERWISE: Readonly<Record<string, string>> = {
  writeComment: "the quota of comments",
  editComment: "the quota of comments",
  deleteComment: "each was written first",
  writeCollectionComment: "the quota of comments",
  editCollectionComment: "the quota of comments",
  deleteCollectionComment: "each was written first",
  downloadExport: "it changes nothing",
  unsubscribe: "its key is in mails to the account alone",
};

/** How public routes are limited. */
const ANYBODYS: Readonly<Record<string, string>> = {
  countArtworkView: "the allowance of views",
  countProfileView: "the allowance of views",
  countSearchMiss: "the allowance of views",
  signup: "by address",
  login: "by address and account",
  logout: "its session was made first",
  refreshToken: "its session was made first",
  forgotPassword: "by address",
  resetPassword: "its key is in a mail",
  resendToken: "by address",
  updateEmail: "its key is in a mail",
  verifyLicense: "by address",
  readLoginFactors: "a password was right before",
  completeLogin: "by account",
  beginPasskeySignIn: "by address",
  signInByPasskey: "its challenge was made first",
  receiveEvent: "it is signed",
  reportContent: "by address",
  reportScriptError: "the allowance of scripts' errors",
  unsubscribe: "its key is in a mail",
};

const CHANGED_BY_PEOPLE = [
  "artwork",
  "collections",
  "community",
  "favorites",
  "follows",
  "messages",
  "notifications",
  "users",
] as const;

const changes = CHANGED_BY_PEOPLE.flatMap((area) =>
  Object.entries<Route>(areas[area]).filter(([, { method }]) => method !== "GET"),
);

test("every public route that writes has a known limit", () => {
  const routes = Object.values(areas).flatMap((area) => Object.entries<Route>(area));
  const sent = routes.filter(([, { access, method }]) => access === "public" && method !== "GET");
  expect(sent.map(([name]) => name).sort()).toEqual(Object.keys(ANYBODYS).sort());
});

describe("a route whose changes the stream processes", () => {
  test.each(changes)("is rate limited per account: %s", (name, { throttled }) => {
    expect(throttled !== undefined).toBe(!(name in OTHERWISE));
  });

  test("is limited per account only if it isn't public, and each limit is used", () => {
    const routes = Object.values(areas).flatMap((area) => Object.values<Route>(area));
    const bounded = routes.filter(({ throttled }) => throttled);
    expect(bounded.filter(({ access }) => access === "public").map(buildRouteKey)).toEqual([]);
    const used = new Set(bounded.map(({ throttled }) => throttled));
    // These limits apply in handlers: for new accounts at the payment provider and for new threads.
    const inHandlers = ["sellerAccount", "thread", "threadWithOne"];
    expect(
      Object.keys(ACCOUNT_THROTTLES).filter((what) => !inHandlers.includes(what) && !used.has(what as never)),
    ).toEqual([]);
  });
});
