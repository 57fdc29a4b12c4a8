import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { OfflineNotice } from "#web/ui/offline-notice.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The browser's network goes or comes back. */
function turn(state: "online" | "offline") {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(state === "online");
  act(() => {
    window.dispatchEvent(new Event(state));
  });
}

test("a lost network is said for as long as it lasts", () => {
  renderAt("/", <OfflineNotice />);
  const notice = screen.getByTestId("offline");
  expect(notice.textContent).toBe("");
  turn("offline");
  expect(notice.textContent).toBe(MESSAGES.offline);
  turn("online");
  expect(notice.textContent).toBe("");
});
