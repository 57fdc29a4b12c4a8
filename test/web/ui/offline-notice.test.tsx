import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { OfflineNotice } from "#web/ui/offline-notice.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Simulates that the browser goes offline or online. */
function turn(state: "online" | "offline") {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(state === "online");
  act(() => {
    window.dispatchEvent(new Event(state));
  });
}

test("a notice is shown while the browser is offline", () => {
  renderAt("/", <OfflineNotice />);
  const notice = screen.getByTestId("offline");
  expect(notice.textContent).toBe("");
  turn("offline");
  expect(notice.textContent).toBe(MESSAGES.offline);
  turn("online");
  expect(notice.textContent).toBe("");
});
