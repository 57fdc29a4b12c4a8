import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FAILURES } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

type Text = keyof typeof MESSAGES;

/** The call that each failure message is about, by its name in the contract. */
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
  failedFetchAnnouncements: "listAnnouncements",
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
  failedMakeOffer: "makeOffer",
  failedWithdrawOffer: "withdrawOffer",
  failedRequestOffer: "requestArtworkOffer",
  failedLogout: "logout",
  failedReadNotification: "readNotification",
  failedUnreadNotification: "unreadNotification",
  failedSearchPeople: "searchPeople",
  failedFetchPerson: "readAccount",
  failedAccountAction: "blockAccount",
  failedSearchOrders: "searchOrders",
  failedFetchOrder: "readOrderRecord",
  failedOrderAction: "decideOrder",
  failedTicket: "writeTicket",
  failedAnswerSuspension: "answerSuspension",
  failedReport: "reportContent",
};

/** Fixed words of the site that no call returns. */
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

/** A test covers a text if it names it, quotes it or expects its failure code. */
const isSeen = (text: Text) =>
  tests.some(
    (source) =>
      names(text, source) ||
      source.includes(MESSAGES[text]) ||
      listCodes(text).some((code) => new RegExp(`["'.]${code}\\b`).test(source)),
  );

const texts = Object.keys(MESSAGES) as Text[];

describe("every message of the catalogue", () => {
  test("is used in a source", () => {
    const silent = texts.filter((text) => !sources.some((source) => names(text, source)));
    expect(silent).toEqual([]);
  });

  test("of a failure is returned by a function", () => {
    const unanswered = Object.keys(FAILURES).filter(
      (code) => !functions.some((source) => source.includes(`"${code}"`)),
    );
    expect(unanswered).toEqual([]);
  });

  test("is covered by a test", () => {
    const unseen = texts.filter((text) => !isSeen(text));
    expect(unseen).toEqual([]);
  });
});

describe("the message of a failed call", () => {
  const sentences = texts.filter((text) => text.startsWith("failed"));

  test("is assigned to a call", () => {
    expect(Object.keys(CALLS).sort()).toEqual([...sentences].sort());
  });

  test.each(sentences)("%s is used in a file with its call", (text) => {
    const files = site.filter((source) => names(text, source));
    expect(files.some((source) => new RegExp(`\\b${CALLS[text]}\\b`).test(source))).toBe(true);
  });
});

test.each(WORDS)("the site has %j, covered by a test", (words) => {
  expect(site.some((source) => quotes(words, source))).toBe(true);
  expect(tests.some((source) => quotes(words, source))).toBe(true);
});
