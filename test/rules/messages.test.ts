import { describe, expect, test } from "vitest";
import { FAILURES, failureBody } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

/** What a person reads is the interface, so every sentence of the specification stands here a second time. */
const SENTENCES = {
  required: "Required value",
  invalidUuid: "Invalid UUID",
  invalid: "Invalid value",
  notString: "Value needs to be a string",
  notPositiveInteger: "Value needs to be a positive integer",
  usernameNotAllowed: "Username not allowed",
  passwordsDiffer: "Passwords do not match",
  countryUnsupported: "Selected country is not currently supported by Stripe",
  licenseCompanyExists: "There is already a license assigned to the provided company",
  licenseAlreadyExists: "There is already an identical license assigned to you",
  licenseTypeSuperseded:
    "There is already a commercial license assigned to you which supersedes the currently selected license type",
  intentInvalid: "Invalid intent",
  intentIdInvalid: "Intent ID is invalid",
  favoritesRequired: "Favorites need to have a value",
  fileFormat: "File needs to be in one of the following formats",
  fileTooLarge: "File cannot be greater than the limit",
  fileMissing: "Artwork needs to have a file",
  countryInvalid: "Selected country is invalid",
  emailInvalid: "Invalid email",
  network: "Network Error",
  forbidden: "Forbidden",
  internal: "An error occurred",
  notFound: "Can't find requested resource",
  errorFetchingData: "Error fetching data",
  errorLoadingNotification: "Error loading notification",
  noNotifications: "No notifications yet",
  deletedUser: "[deleted]",
  free: "Free",
  invalidDate: "Invalid date",
  commercialUnavailable: "Creating commercially available artwork is not yet available",
  purchasesDisabled: "Purchasing artwork is temporarily disabled",
  failedRecovery: "Failed to send recovery email",
  failedLogin: "Failed to log in user",
  failedReset: "Failed to reset password",
  failedRefresh: "Failed to refresh access token",
  failedSignup: "Failed to sign up user",
  failedVerify: "Failed to verify token",
  failedResend: "Failed to send verification token",
  failedUpdateEmail: "Failed to update email",
  failedFetchUser: "Failed to fetch user",
  failedFetchStatistics: "Failed to fetch statistics",
  failedFetchSelection: "Failed to fetch selection",
  failedUpdateUser: "Failed to update user",
  failedFetchUserArtwork: "Failed to fetch user artwork",
  failedFetchPurchases: "Failed to fetch user purchases",
  failedFetchFavorites: "Failed to fetch favorites",
  failedFetchSettings: "Failed to fetch settings",
  failedDeactivate: "Failed to deactivate user",
  failedUpdatePassword: "Failed to update password",
  failedUpdatePreferences: "Failed to update preferences",
  failedFetchNotifications: "Failed to fetch notifications",
  failedLogout: "Failed to log out user",
  failedReadNotification: "Failed to read notification",
  failedUnreadNotification: "Failed to unread notification",
  resetLinkSent: "Reset link sent to your email",
  verificationLinkSent: "Verification link sent to your email",
  passwordChanged: "Password successfully changed",
} as const satisfies Partial<Record<keyof typeof MESSAGES, string>>;

describe("messages", () => {
  test.each(Object.entries(SENTENCES))("%s reads %j", (key, sentence) => {
    expect(MESSAGES).toHaveProperty(key, sentence);
  });

  test("no sentence stands twice", () => {
    const sentences = Object.values(MESSAGES);
    expect(sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place)).toEqual([]);
  });
});

describe("failures", () => {
  const KNOWN = [400, 401, 403, 404, 405, 409, 410, 422, 429, 500];

  test.each(Object.entries(FAILURES))("%s answers with a status and a text of the catalogue", (_code, failure) => {
    expect(KNOWN).toContain(failure.status);
    expect(Object.values(MESSAGES)).toContain(failure.message);
  });

  test("a refused session reads Forbidden, which sends the site to its log-in", () => {
    expect(failureBody("forbidden")).toMatchObject({ message: "Forbidden", code: "forbidden" });
  });

  test("a fault of ours says no more than that there was one", () => {
    expect(failureBody("internal")).toEqual({ message: "An error occurred", code: "internal", expose: false });
  });

  test("a failure that belongs to a field names it", () => {
    expect(failureBody("username_taken").fields).toEqual({ userUsername: MESSAGES.usernameTaken });
  });

  test("fields that a call found wrong are passed on", () => {
    const fields = { userEmail: "Invalid email" };
    expect(failureBody("invalid_request", fields)).toMatchObject({ code: "invalid_request", fields });
  });
});
