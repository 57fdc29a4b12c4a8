import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aSettings, form, notice, SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

test("what another tab saved appears, is kept by saving here, and costs nothing that was typed", async () => {
  const network = settingsNetwork();
  const { user } = openSite("/settings/profile", network);
  const field = async (label: RegExp) => (await form("Profile")).findByLabelText<HTMLInputElement>(label);
  await user.type(await field(/^Description/), " and stars");
  const { profile, ...settings } = aSettings();
  network.on(`GET ${SETTINGS_PATH}/settings`, {
    status: 200,
    body: { ...settings, profile: { ...profile, userName: "Ada King", userDescription: "Paints" } },
  });
  window.dispatchEvent(new Event("focus"));
  await waitFor(async () => expect((await field(/^Full name/)).value).toBe("Ada King"));
  expect((await field(/^Description/)).value).toBe("Paints numbers and stars");
  network.on(`PATCH ${SETTINGS_PATH}`, notice("Saved", { user: aUser() }));
  await user.click(await (await form("Profile")).findByRole("button", { name: "Save profile" }));
  await waitFor(() => expect(network.to(`PATCH ${SETTINGS_PATH}`)).toHaveLength(1));
  expect(network.to(`PATCH ${SETTINGS_PATH}`)[0]?.body).toMatchObject({
    userName: "Ada King",
    userDescription: "Paints numbers and stars",
  });
});
