import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FAILURES } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

type Text = keyof typeof MESSAGES;

/** The call whose failure each sentence speaks of, by its name in the contract. */
const CALLS: Partial<Readonly<Record<Text, string>>> = {
  failedRecovery: "forgotPassword",
  failedFactors: "confirmTotp",
  failedLogin: "login",
  failedReset: "resetPassword",
  failedSecondFactor: "completeLogin",
  failedRefresh: "refreshToken",
  failedSignup: "signup",
  failedVerify: "verifyToken",
  failedResend: "resendToken",
  failedUpdateEmail: "updateEmail",
  failedFetchUser: "readUser",
  failedFetchStatistics: "readStatistics",
  failedFetchAudience: "readAudience",
  failedFetchSelection: "readSelection",
  failedUpdateUser: "updateUser",
  failedFetchUserArtwork: "listUserArtwork",
  failedFetchPayouts: "readPayouts",
  failedFetchPurchases: "listOwnership",
  failedFetchCollections: "listCollections",
  failedFetchFavorites: "listFavorites",
  failedFetchFollowed: "listFollowed",
  failedFetchFollowedArtwork: "listFollowedArtwork",
  failedFetchSettings: "readSettings",
  failedFetchPaymentMethods: "listPaymentMethods",
  failedRemovePaymentMethod: "removePaymentMethod",
  failedFetchSessions: "listSessions",
  failedEndSession: "endUserSession",
  failedFetchExport: "readExport",
  failedRequestExport: "requestExport",
  failedDownloadExport: "downloadExport",
  failedDeactivate: "deactivateUser",
  failedUpdatePassword: "changePassword",
  failedUpdatePreferences: "updatePreferences",
  failedFetchNotifications: "previousNotifications",
  failedFetchThreads: "listThreads",
  failedFetchThread: "readThread",
  failedFetchBlocked: "listBlocked",
  failedSendMessage: "writeMessage",
  failedLogout: "logout",
  failedReadNotification: "readNotification",
  failedUnreadNotification: "unreadNotification",
  failedTicket: "writeTicket",
  failedReport: "reportContent",
};

/** Words of the site that are fixed and that no call answers with. */
const WORDS = [
  ...["Log in", "Sign up", "Become a seller", "Dashboard", "Gallery", "My artwork", "Orders", "Settings", "Log out"],
  ...["Home", "About", "How it works", "Selling", "Buying", "License information", "FAQ"],
  ...["Privacy Policy", "Terms of Service", "Accept", "404", "Go home", "500", "Try again", "Load more", "Retry"],
] as const;

const PROJECT = path.resolve(import.meta.dirname, "../..");

const read = (pattern: string, but: RegExp = /^$/) =>
  globSync(pattern, { cwd: PROJECT })
    .filter((file) => !but.test(file))
    .map((file) => readFileSync(path.join(PROJECT, file), "utf8"));

const sources = read("{shared,lambdas,web}/**/*.{ts,tsx}", /shared\/messages\.ts$/);
const site = read("web/src/**/*.{ts,tsx}");
const functions = read("lambdas/**/*.ts");
const tests = read("test/**/*.{ts,tsx}", /test\/rules\/(messages|catalogue)\.test\.ts$/);

const names = (text: string, source: string) => new RegExp(`\\bMESSAGES\\.${text}\\b`).test(source);
const quotes = (words: string, source: string) => new RegExp(`["'\`>]\\s*${words}\\s*["'\`<]`).test(source);
const listCodes = (text: Text) =>
  Object.entries(FAILURES).flatMap(([code, { message }]) => (message === MESSAGES[text] ? [code] : []));

/** A test has seen a text if it names it, spells it out, or expects the failure that it belongs to. */
const isSeen = (text: Text) =>
  tests.some(
    (source) =>
      names(text, source) ||
      source.includes(MESSAGES[text]) ||
      listCodes(text).some((code) => new RegExp(`["'.]${code}\\b`).test(source)),
  );

const texts = Object.keys(MESSAGES) as Text[];

describe("every text of the catalogue", () => {
  test("is said by a rule, a failure or a screen", () => {
    const silent = texts.filter((text) => !sources.some((source) => names(text, source)));
    expect(silent).toEqual([]);
  });

  test("that a failure carries is answered by a function", () => {
    const unanswered = Object.keys(FAILURES).filter(
      (code) => !functions.some((source) => source.includes(`"${code}"`)),
    );
    expect(unanswered).toEqual([]);
  });

  test("is seen by a test where it is shown", () => {
    const unseen = texts.filter((text) => !isSeen(text));
    expect(unseen).toEqual([]);
  });
});

describe("a sentence for a call that failed", () => {
  const sentences = texts.filter((text) => text.startsWith("failed"));

  test("knows which call it speaks of", () => {
    expect(Object.keys(CALLS).sort()).toEqual([...sentences].sort());
  });

  test.each(sentences)("%s stands beside its call", (text) => {
    const files = site.filter((source) => names(text, source));
    expect(files.some((source) => new RegExp(`\\b${CALLS[text]}\\b`).test(source))).toBe(true);
  });
});

test.each(WORDS)("the site says %j, and a test has seen it", (words) => {
  expect(site.some((source) => quotes(words, source))).toBe(true);
  expect(tests.some((source) => quotes(words, source))).toBe(true);
});
