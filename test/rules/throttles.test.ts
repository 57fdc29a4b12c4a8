import { describe, expect, test } from "vitest";
import { areas } from "#shared/contract/areas.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";

/** Limits of an account's calls other than the contract's throttles, by route. */
const OTHERWISE: Readonly<Record<string, string>> = {
  writeComment: "the quota of comments",
  editComment: "the quota of comments",
  deleteComment: "each was written first",
  downloadExport: "it changes nothing",
  unsubscribe: "its key is in mails to the account alone",
};

/** Limits of calls that anybody may make, by route. */
const ANYBODYS: Readonly<Record<string, string>> = {
  countArtworkView: "the allowance of views",
  countProfileView: "the allowance of views",
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

test("what anybody may send is bounded", () => {
  const routes = Object.values(areas).flatMap((area) => Object.entries<Route>(area));
  const sent = routes.filter(([, { access, method }]) => access === "public" && method !== "GET");
  expect(sent.map(([name]) => name).sort()).toEqual(Object.keys(ANYBODYS).sort());
});

describe("what the table's stream follows up", () => {
  test.each(changes)("is bounded for each account: %s", (name, { throttled }) => {
    expect(throttled !== undefined).toBe(!(name in OTHERWISE));
  });

  test("is bounded where a caller is known", () => {
    const routes = Object.values(areas).flatMap((area) => Object.values<Route>(area));
    const bounded = routes.filter(({ throttled }) => throttled);
    expect(bounded.filter(({ access }) => access === "public").map(buildRouteKey)).toEqual([]);
    const used = new Set(bounded.map(({ throttled }) => throttled));
    // An account at the payment provider is counted where one is opened, and a thread where it doesn't exist yet.
    const inHandlers = ["sellerAccount", "thread", "threadWithOne"];
    expect(
      Object.keys(ACCOUNT_THROTTLES).filter((what) => !inHandlers.includes(what) && !used.has(what as never)),
    ).toEqual([]);
  });
});
