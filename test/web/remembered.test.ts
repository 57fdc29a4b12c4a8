import { expect, test, vi } from "vitest";
import { remembered } from "#web/remembered.ts";

test("what a browser remembers lasts a year from each visit", () => {
  remembered.set("theme", "light");
  const written: string[] = [];
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => void written.push(cookie));
  remembered.renew();
  vi.restoreAllMocks();
  expect(written).toEqual(["theme=light; Path=/; Max-Age=31536000; SameSite=Lax"]);
});
