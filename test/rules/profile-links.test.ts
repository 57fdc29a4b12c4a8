import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { LinksForm, ProfileChange } from "#shared/model/profile.ts";
import { isProfileLink } from "#shared/rules/profile-links.ts";
import { getProblems } from "./get-problems.ts";

const ofLength = (length: number) => `https://a.example/${"x".repeat(length - "https://a.example/".length)}`;

describe("a link of a profile", () => {
  test.each([
    "https://ines.example",
    "https://www.ines.example/work?year=2026#latest",
    "https://xn--mnchen-3ya.example/",
    "https://ines.example:8443/",
    ofLength(LIMITS.profileLinks.length),
  ])("may be %s", (link) => {
    expect(isProfileLink(link)).toBe(true);
  });

  test.each([
    ["another protocol", "http://ines.example"],
    ["a script", "javascript:alert(1)"],
    ["no protocol", "ines.example"],
    ["a path of this site", "/user/ines"],
    ["a password", "https://ines:secret@ines.example"],
    ["a user's name", "https://ochre.example@evil.example"],
    ["an IPv4 address", "https://192.0.2.7/"],
    ["an IPv4 address as one number", "https://3221225991/"],
    ["an IPv4 address in hex", "https://0xc0.0x00.0x02.0x07/"],
    ["an IPv6 address", "https://[2001:db8::1]/"],
    ["a host without a domain", "https://localhost/"],
    ["a host that ends in a dot", "https://localhost./"],
    ["text that turns around", "https://ines.example/\u202egpj.exe"],
    ["one character too many", ofLength(LIMITS.profileLinks.length + 1)],
    ["nothing", ""],
  ])("may not be or hold %s", (_what, link) => {
    expect(isProfileLink(link)).toBe(false);
  });

  test("is stored normalized, without duplicates", () => {
    const userLinks = [" https://Ines.Example ", "https://ines.example/", "https://münchen.example"];
    expect(ProfileChange.parse({ userLinks }).userLinks).toEqual([
      "https://ines.example/",
      "https://xn--mnchen-3ya.example/",
    ]);
  });
});

describe("the links of a profile", () => {
  const links = (count: number) => Array.from({ length: count }, (_, at) => `https://ines.example/${at}`);
  const { count } = LIMITS.profileLinks;

  test("are a list of five at most", () => {
    expect(ProfileChange.parse({ userLinks: links(count) }).userLinks).toHaveLength(count);
    expect(ProfileChange.parse({ userLinks: [] }).userLinks).toEqual([]);
    expect(getProblems(ProfileChange, { userLinks: links(count + 1) })).toEqual({ userLinks: MESSAGES.tooManyLinks });
    expect(getProblems(ProfileChange, { userLinks: ["http://ines.example"] })).toEqual({
      userLinks: MESSAGES.linkInvalid,
    });
    expect(getProblems(ProfileChange, { userLinks: "https://ines.example" })).toEqual({ userLinks: MESSAGES.invalid });
  });

  test("are entered one per line", () => {
    expect(LinksForm.parse({ userLinks: "https://a.example\n\n  https://b.example/b \n" }).userLinks).toEqual([
      "https://a.example/",
      "https://b.example/b",
    ]);
    expect(LinksForm.parse({ userLinks: "  " }).userLinks).toEqual([]);
    expect(getProblems(LinksForm, { userLinks: "my site" })).toEqual({ userLinks: MESSAGES.linkInvalid });
  });

  test.each([
    ["https://a.example\n\nb.example", `Line 3: ${MESSAGES.linkInvalid}`],
    ["a.example\nhttps://b.example\nhttp://c.example", `Lines 1, 3: ${MESSAGES.linkInvalid}`],
  ])("report the lines that are invalid", (userLinks, message) => {
    expect(getProblems(LinksForm, { userLinks })).toEqual({ userLinks: message });
  });
});

describe("pinned artwork", () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, at) => `0199a000-0000-7000-8000-${String(at).padStart(12, "0")}`);
  const { count } = LIMITS.pinnedArtwork;

  test("is limited in number and has no duplicates", () => {
    expect(ProfileChange.parse({ userPinned: ids(count) }).userPinned).toEqual(ids(count));
    expect(getProblems(ProfileChange, { userPinned: ids(count + 1) })).toEqual({ userPinned: MESSAGES.tooManyPinned });
    expect(getProblems(ProfileChange, { userPinned: [...ids(1), ...ids(1)] })).toEqual({
      userPinned: MESSAGES.invalid,
    });
  });
});
