import { describe, expect, test } from "vitest";
import {
  EmailForm,
  LoginForm,
  PasswordForm,
  ResetForm,
  SignupForm,
  UpdateEmailForm,
  Username,
} from "#shared/model/account.ts";
import { fieldTable, getProblems, required, upTo } from "./get-problems.ts";

const signup = {
  userName: "Ada Lovelace",
  userUsername: "ada.lovelace_1",
  userEmail: "ada@example.com",
  userPassword: "correct horse",
  userConfirm: "correct horse",
};

const login = { userUsername: "ada", userPassword: "correct horse" };

describe("signing up", () => {
  test("accepts a valid form unchanged", () => {
    expect(SignupForm.parse(signup)).toEqual(signup);
  });

  fieldTable(SignupForm, signup, "userUsername", [
    ...required,
    ["4 characters are too few", "adal", "Invalid value"],
    ["5 characters are accepted", "adalo"],
    ...upTo(25, "Invalid value"),
    ["digits, underscores and periods are accepted", "a.d_a9"],
    ["a hyphen is not", "ada-lovelace", "Invalid value"],
    ["a space inside is not", "ada lovelace", "Invalid value"],
    ["a letter beyond English is not", "adélaïde", "Invalid value"],
    ["an at sign is not, for it tells a username from an address", "ada@lovelace", "Invalid value"],
    ["admin is reserved", "admin", "Username not allowed"],
    ["administrator is reserved", "administrator", "Username not allowed"],
    ["mod is reserved", "mod", "Username not allowed"],
    ["moderator is reserved", "moderator", "Username not allowed"],
    ["a reserved name in capitals is reserved", "Admin", "Username not allowed"],
    ["a reserved name between spaces is reserved", " admin ", "Username not allowed"],
    ["a name that only begins with a reserved one is free", "admins"],
    ["the product's own name is reserved", "OCHRE", "Username not allowed"],
    ["a name of its staff is reserved", "support", "Username not allowed"],
    ["a reserved name with punctuation in between is reserved", "sup.port_", "Username not allowed"],
    ["a reserved name with digits for letters is reserved", "adm1nistrat0r", "Username not allowed"],
    ["a reserved name with a look-alike capital is reserved", "biIling", "Username not allowed"],
    ["a reserved name within another is free", "my.support"],
  ]);

  test("trims a username and keeps its case", () => {
    expect(Username.parse("  AdaLove ")).toBe("AdaLove");
  });

  fieldTable(SignupForm, signup, "userEmail", [
    ...required,
    ["without an at sign", "ada.example.com", "Invalid email"],
    ["without a domain", "ada@", "Invalid email"],
    ["without a dot in its domain", "ada@example", "Invalid email"],
    ["with a space", "ada love@example.com", "Invalid email"],
    ["an internationalised top-level domain is accepted, as browsers send it", "user@example.xn--p1ai"],
    ["its prefix in capitals is accepted", "user@xn--e1afmkfd.XN--P1AI"],
    ["a top-level domain of digits is not", "user@example.123", "Invalid email"],
    ["one that ends in a hyphen is not", "user@example.xn--", "Invalid email"],
    ["320 characters are accepted", buildAddress(320)],
    ["321 characters are too many", buildAddress(321), "Invalid value"],
  ]);

  fieldTable(SignupForm, signup, "userName", [
    ...required,
    ...upTo(70),
    ["other scripts are accepted", "Пётр 李 Ünal"],
    ["right-to-left names are accepted", "محمد علی"],
    ["a joiner inside a word is accepted", "علی\u200Cرضا"],
    ["an emoji is accepted", "Ada 👩🏽\u200D🎨 ❤\uFE0F"],
    ["a mark that turns the direction is not", "Ada\u202Eecruos", "Invalid value"],
    ["an isolate is not", "\u2066Ada\u2069", "Invalid value"],
    ["a space without width is not", "Ada\u200BLove", "Invalid value"],
    ["a joiner at the end is not", "Ada\u200D", "Invalid value"],
    ["a filler that shows nothing is not", "\u3164", "Invalid value"],
    ["a control is not", "Ada\u0007", "Invalid value"],
    ["a line break is not", "Ada\nLove", "Invalid value"],
  ]);

  describe("password", () => {
    const both = (userPassword: unknown) => ({ ...signup, userPassword, userConfirm: userPassword });
    test.each([
      ["missing", undefined, "Required value"],
      ["empty", "", "Required value"],
      ["a number", 1234567890, "Value needs to be a string"],
      ["9 characters are too few", "a".repeat(9), "Invalid value"],
      ["10 characters are accepted", "a".repeat(10), undefined],
      ["300 characters are accepted", "a".repeat(300), undefined],
      ["301 characters are too many", "a".repeat(301), "Invalid value"],
      ["white space counts", " ".repeat(10), undefined],
    ])("userPassword: %s", (_what, password, message) => {
      expect(getProblems(SignupForm, both(password)).userPassword).toBe(message);
    });

    test("is never trimmed", () => {
      expect(SignupForm.parse(both("  spaced out  ")).userPassword).toBe("  spaced out  ");
    });
  });

  fieldTable(SignupForm, signup, "userConfirm", [
    ["missing", undefined, "Required value"],
    ["empty", "", "Required value"],
    ["another text", "correct horsE", "Passwords do not match"],
    ["the same with a space more", "correct horse ", "Passwords do not match"],
  ]);

  fieldTable(SignupForm, signup, "returnTo", [
    ["missing", undefined],
    ["a page with its query", "/artwork/0198f3a1?license=commercial&code=A%20B"],
    ["another site", "https://evil.test/", "Invalid value"],
    ["another site without its protocol", "//evil.test", "Invalid value"],
    ["one behind a backslash", "/\\evil.test", "Invalid value"],
    ["one behind a tab, which browsers drop", "/\t/evil.test", "Invalid value"],
    ["a script", "javascript:alert(1)", "Invalid value"],
    ["500 characters are accepted", `/${"a".repeat(499)}`],
    ["501 characters are too many", `/${"a".repeat(500)}`, "Invalid value"],
    ["a number", 7, "Value needs to be a string"],
  ]);

  test("reports every field of an empty form", () => {
    expect(getProblems(SignupForm, {})).toEqual({
      userName: "Required value",
      userUsername: "Required value",
      userEmail: "Required value",
      userPassword: "Required value",
      userConfirm: "Required value",
    });
  });
});

describe("logging in", () => {
  fieldTable(LoginForm, login, "userUsername", [
    ...required,
    ...upTo(320, "Invalid value"),
    ["an address is accepted", "ada@example.com"],
  ]);
  fieldTable(LoginForm, login, "userPassword", [
    ["missing", undefined, "Required value"],
    ["empty", "", "Required value"],
    ["a short one is for the identity provider to refuse", "a"],
    ["301 characters are too many", "a".repeat(301), "Invalid value"],
  ]);
});

describe("requesting a link", () => {
  fieldTable(EmailForm, { userEmail: "ada@example.com" }, "userEmail", [
    ...required,
    ["no address", "ada", "Invalid email"],
  ]);
});

describe("choosing a new password", () => {
  const reset = { userPassword: "correct horse", userConfirm: "correct horse" };
  fieldTable(ResetForm, reset, "userConfirm", [
    ["the same", "correct horse"],
    ["another", "another horse", "Passwords do not match"],
  ]);

  const change = { userCurrent: "old battery", ...reset };
  fieldTable(PasswordForm, change, "userCurrent", [
    ["given", "old battery"],
    ["missing", undefined, "Required value"],
    ["empty", "", "Required value"],
  ]);
  fieldTable(PasswordForm, change, "userConfirm", [["another", "another horse", "Passwords do not match"]]);
  test("the new one follows the rules of a password", () => {
    expect(getProblems(PasswordForm, { ...change, userPassword: "short", userConfirm: "short" })).toEqual({
      userPassword: "Invalid value",
    });
  });
});

describe("changing the email address without a session", () => {
  const valid = { ...login, userEmail: "new@example.com" };
  fieldTable(UpdateEmailForm, valid, "userEmail", [...required, ["no address", "new", "Invalid email"]]);
  fieldTable(UpdateEmailForm, valid, "userUsername", required);
});

/** A valid address of exactly this length. */
function buildAddress(length: number): string {
  const domain = `@${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.com`;
  return `${"a".repeat(length - domain.length)}${domain}`;
}
