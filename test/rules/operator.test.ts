import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { isPermitted, LOOK_REASONS, LookReason, OperatorReason } from "#shared/model/operator.ts";

const findMessage = (reason: unknown) => OperatorReason.safeParse(reason).error?.issues[0]?.message;

const { max } = LIMITS.operatorReason;

describe("the reason of an operator's action", () => {
  test.each([
    [undefined, MESSAGES.required],
    ["", MESSAGES.required],
    [" \n", MESSAGES.required],
    ["\u200b\u2060", MESSAGES.required],
    ["a".repeat(max), undefined],
    ["👩‍🎨".repeat(max), undefined],
    ["a".repeat(max + 1), formatTooLong(max)],
  ])("%j is answered with %j", (reason, message) => expect(findMessage(reason)).toBe(message));

  test("may have several lines, without spaces around them", () => {
    expect(OperatorReason.parse(" Copied.\nSee the notice. ")).toBe("Copied.\nSee the notice.");
  });
});

describe("the reason of an operator's look", () => {
  test.each([...LOOK_REASONS, "0197f1f0-0000-7000-8000-000000000001"])("%s is accepted", (reason) =>
    expect(LookReason.safeParse(reason).success).toBe(true),
  );

  test.each([
    [undefined, MESSAGES.required],
    ["", MESSAGES.required],
    ["curious", MESSAGES.invalid],
    ["0197f1f0", MESSAGES.invalid],
  ])("%j is answered with %j", (reason, message) =>
    expect(LookReason.safeParse(reason).error?.issues[0]?.message).toBe(message),
  );
});

describe("a route's permission", () => {
  const [anyOf, allOf] = [{ anyOf: ["support", "moderation"] } as const, { allOf: ["support", "moderation"] } as const];
  test.each([
    [undefined, [], true],
    ["support", ["support"], true],
    ["support", ["moderation", "finance"], false],
    [anyOf, ["moderation"], true],
    [anyOf, ["finance", "curation"], false],
    [allOf, ["moderation", "finance"], false],
    [allOf, ["moderation", "support"], true],
  ] as const)("%j with %j is %j", (required, permissions, expected) =>
    expect(isPermitted(required, permissions)).toBe(expected),
  );
});
