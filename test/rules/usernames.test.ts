import { describe, expect, test } from "vitest";
import { computeUsernameSkeleton, isReservedUsername } from "#shared/rules/usernames.ts";

describe("the look of a username", () => {
  test.each([
    ["paypal_1", "paypaI_l"],
    ["modern", "modem"],
    ["vvilma", "wilma"],
    ["ada__love", "ada_love"],
    ["oscar00", "OscarOO"],
    ["Ilse.art", "llse.art"],
  ])("%s looks like %s", (one, other) => {
    expect(computeUsernameSkeleton(one)).toBe(computeUsernameSkeleton(other));
  });

  test.each([
    ["artist1", "artist2"],
    ["artist_1", "artist_2"],
    ["ada.love", "ada_love"],
    ["alice", "alicia"],
    ["ilse.art", "llse.art"],
    ["user5", "users"],
    ["user_10", "user_11"],
  ])("%s doesn't look like %s", (one, other) => {
    expect(computeUsernameSkeleton(one)).not.toBe(computeUsernameSkeleton(other));
  });
});

test.each(["artist", "buyer", "seller", "tester", "moderna", "admin1", "infos", "user_support"])(
  "%s isn't reserved",
  (name) => {
    expect(isReservedUsername(name)).toBe(false);
  },
);

test.each(["adm1nistrator", "0chre", "o.c.h.r.e", "SECURITY", "lnfo_"])("%s is reserved", (name) => {
  expect(isReservedUsername(name)).toBe(true);
});
