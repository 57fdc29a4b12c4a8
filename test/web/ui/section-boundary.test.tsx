import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { aSettings, form, settingsNetwork } from "../settings/given.ts";
import { renderAt } from "../support/render-at.tsx";
import { openSite } from "../support/site.tsx";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test("a part that fails in an effect is replaced alone, and comes back when tried again", async () => {
  let isBroken = true;
  function Part() {
    useEffect(() => {
      if (isBroken) throw new TypeError("navigator.missing is undefined");
    });
    return <p>The part</p>;
  }
  renderAt(
    "/here",
    <>
      <p>The rest</p>
      <SectionBoundary>
        <Part />
      </SectionBoundary>
    </>,
  );
  await screen.findByText(MESSAGES.partMissing);
  screen.getByText("The rest");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByText(MESSAGES.partMissing);
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByText("The part");
  expect(screen.queryByText(MESSAGES.partMissing)).toBeNull();
});

test("a section of the settings that fails leaves the way to the others", async () => {
  const { profile } = aSettings();
  const network = settingsNetwork(aSettings({ profile: { ...profile, userLinks: null as never } }));
  const { user } = openSite("/settings/links", network);
  await screen.findByText(MESSAGES.partMissing);
  expect(screen.queryByText("500")).toBeNull();
  await user.click(screen.getByRole("link", { name: "Email" }));
  await form("Email");
});
