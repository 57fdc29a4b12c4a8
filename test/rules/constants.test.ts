import { describe, expect, test } from "vitest";
import { APP_NAME } from "#shared/brand.ts";
import { FEATURES } from "#shared/features.ts";
import { COOKIES, DISPLAY, FEES, LIFETIMES, LIMITS, PAGE, PREVIEW_WIDTHS } from "#shared/limits.ts";
import { UPLOAD_TYPES } from "#shared/model/media.ts";

/** The specification's numbers, a second time: a change of one has to be meant. */
describe("constants", () => {
  test.each([
    ["lowest price in dollars", LIMITS.price.min, 10],
    ["highest price in dollars", LIMITS.price.max, 1000],
    ["highest price of a licence in cents", LIMITS.licensePrice.max, 100_000],
    ["buyer's fee in basis points", FEES.buyer.basisPoints, 500],
    ["buyer's fixed fee in cents", FEES.buyer.fixedCents, 235],
    ["seller's fee in basis points", FEES.seller.basisPoints, 1500],
    ["seller's fixed fee in cents", FEES.seller.fixedCents, 0],
    ["artwork file's bytes", LIMITS.artworkFile.maxBytes, 10_485_760],
    ["artwork's least width", LIMITS.artworkFile.minWidth, 1024],
    ["artwork's least height", LIMITS.artworkFile.minHeight, 1024],
    ["artwork's displayed width", DISPLAY.artworkWidth, 640],
    ["avatar file's bytes", LIMITS.avatarFile.maxBytes, 1_048_576],
    ["avatar's width", LIMITS.avatarFile.width, 100],
    ["avatar's height", LIMITS.avatarFile.height, 100],
    ["notifications a page", PAGE.notifications, 5],
    ["search results a page", PAGE.search, 10],
    ["items a page unless asked otherwise", PAGE.standard, 20],
    ["fewest items a page", PAGE.min, 1],
    ["most items a page", PAGE.max, 50],
    ["notification list's height", DISPLAY.notificationsHeight, 400],
    ["how long a toast stays in milliseconds", DISPLAY.toastMs, 2500],
    ["mobile tables below", DISPLAY.mobileTable, 959.95],
    ["large containers' width", DISPLAY.largeContainer, 2600],
    ["small containers' width", DISPLAY.smallContainer, 768],
    ["corner radius", DISPLAY.radius, 20],
    ["theme", DISPLAY.theme, "dark"],
    ["date format", DISPLAY.dateFormat, "dd/MM/yy HH:mm"],
    ["session cookie", COOKIES.session, "jid"],
    ["consent cookie", COOKIES.consent, "consent"],
    ["fingerprint's bytes", LIMITS.licenseFingerprint.bytes, 20],
    ["fingerprint's characters", LIMITS.licenseFingerprint.length, 40],
    ["identifier's bytes", LIMITS.licenseIdentifier.bytes, 10],
    ["identifier's characters", LIMITS.licenseIdentifier.length, 20],
    ["payment intent's characters", LIMITS.orderIntent.length, 27],
    ["access token's seconds", LIFETIMES.accessToken, 900],
    ["upload link's seconds", LIFETIMES.upload, 600],
    ["original's link in seconds", LIFETIMES.originalLink, 60],
    ["payment lock's seconds", LIFETIMES.paymentLock, 1800],
    ["product's name", APP_NAME, "Ochre"],
  ])("%s", (_what, value, expected) => {
    expect(value).toBe(expected);
  });

  test("grids have 5, 4, 3, 2 or 1 columns", () => {
    expect(DISPLAY.gridColumns).toEqual([5, 4, 3, 2, 1]);
  });

  test("skeletons are 60 to 120 pixels high on windows of medium width and above, else 120 to 280", () => {
    expect(DISPLAY.skeleton).toEqual({ wide: { min: 60, max: 120 }, narrow: { min: 120, max: 280 } });
  });

  test("four features can be switched off", () => {
    expect(FEATURES).toEqual(["payments", "discounts", "dashboard", "gif"]);
  });

  test("pictures are JPEG, PNG or, with its feature, GIF", () => {
    expect(UPLOAD_TYPES).toEqual(["image/jpeg", "image/png", "image/gif"]);
  });

  test("previews are made in three widths", () => {
    expect(PREVIEW_WIDTHS).toEqual([320, 640, 1280]);
  });
});
