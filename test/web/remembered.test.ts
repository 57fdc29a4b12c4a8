import { expect, test, vi } from "vitest";
import { remembered } from "#web/remembered.ts";

test("forgetting an unknown preference sets no cookie", () => {
  const written = vi.spyOn(document, "cookie", "set");
  remembered.forget("returning");
  expect(written).not.toHaveBeenCalled();
  remembered.set("returning", "1");
  remembered.forget("returning");
  expect([remembered.has("returning"), written.mock.calls.length]).toEqual([false, 2]);
  written.mockRestore();
});

test("preferences last a year from each visit", () => {
  remembered.set("theme", "light");
  const written: string[] = [];
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => void written.push(cookie));
  remembered.renew();
  vi.restoreAllMocks();
  expect(written).toEqual(["theme=light; Path=/; Max-Age=31536000; SameSite=Lax"]);
});
