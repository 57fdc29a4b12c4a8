import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openSite } from "#test/web/support/site.tsx";
import { estimateStrength } from "#web/features/accounts/password-strength.ts";

const ADA = ["Ada Lovelace", "ada.lovelace", "countess@example.org"];

describe("a password's strength", () => {
  test.each([
    ["one of the most used", "1234567890"],
    ["a used one with digits behind", "iloveyou12"],
    ["a used one with signs for letters", "Passw0rd!!"],
    ["a used one written twice", "passwordpassword"],
  ])("is weak for %s, with the warning for common passwords", (_name, password) => {
    const { level, warning } = estimateStrength(password, ADA);
    expect(level).toBeLessThanOrEqual(1);
    expect(warning).toBe("common");
  });

  test.each([
    ["the name", "AdaLovelace1"],
    ["the username", "ada.lovelace"],
    ["the username backwards", "ecalevol.ada"],
    ["the address", "countess@example.org"],
    ["the address's first part and a year", "countess2024"],
  ])("is weak near %s, with the warning for personal data", (_name, password) => {
    const { level, warning } = estimateStrength(password, ADA);
    expect(level).toBeLessThanOrEqual(1);
    expect(warning).toBe("personal");
  });

  test("is weak for a repetitive password", () => {
    expect(estimateStrength("kJ9kJ9kJ9kJ9", ADA)).toEqual({ level: 1, warning: null });
  });

  test.each(["correct horse battery staple", "seven grey herons", "zK8#pW2!qLm4"])("is good for %s", (password) => {
    const { level, warning } = estimateStrength(password, ADA);
    expect(level).toBeGreaterThanOrEqual(3);
    expect(warning).toBeNull();
  });

  test("has no warning for a long one that contains the name", () => {
    expect(estimateStrength("seven grey herons saw ada fly", ADA).warning).toBeNull();
  });
});

test("a password's strength is announced politely on sign-up, and doesn't make the field invalid", async () => {
  const { user } = openSite("/signup");
  await user.type(await screen.findByLabelText("Full name"), "Ada Lovelace");
  const password = await screen.findByLabelText("Password");
  await user.type(password, "lovelace12");
  const line = await screen.findByText("Weak: close to your name, username or email");
  expect(line.getAttribute("aria-live")).toBe("polite");
  expect(password.getAttribute("aria-invalid")).not.toBe("true");
  await user.clear(password);
  await user.type(password, "seven grey herons");
  await screen.findByText("Very strong");
});

test("a password's strength is shown when the password is reset", async () => {
  const { user } = openSite("/reset_password/user/u1/token/t1");
  await user.type(await screen.findByLabelText("Password"), "iloveyou12");
  await screen.findByText("Weak: close to a common password");
});
