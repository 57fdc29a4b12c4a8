import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { NOTICE_SWITCHES, NOTIFICATION_KINDS } from "#shared/model/notifications.ts";
import { SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const PATH = `PATCH ${SETTINGS_PATH}/preferences`;
const section = async () => within(await screen.findByRole("region", { name: "Notifications" }));

test("every switch is in the settings once", () => {
  const shown = Object.values(NOTIFICATION_KINDS).flatMap(({ bell, mail }) =>
    [bell, mail].flatMap((name) => name ?? []),
  );
  expect(shown.sort()).toEqual(Object.keys(NOTICE_SWITCHES).sort());
});

test("a switch is saved with the others and the other preferences unchanged", async () => {
  const network = settingsNetwork();
  const { user } = openSite("/settings/notices", network);
  const box = async (name: string) => (await section()).findByRole<HTMLInputElement>("checkbox", { name });
  expect((await box("Reviews, email")).checked).toBe(false);
  network.on(PATH, { status: 200, body: { message: MESSAGES.preferencesUpdated, expose: true } });
  await user.click(await box("Reviews, email"));
  await user.click(await (await section()).findByRole("button", { name: "Save notifications" }));
  await waitFor(() => expect(toaster()).toBe(MESSAGES.preferencesUpdated));
  expect(network.to(PATH).map(({ body }) => body)).toEqual([
    { userFavorites: true, userNotices: { ...NOTICE_SWITCHES, reviewMail: true } },
  ]);
  expect((await box("Reviews, email")).checked).toBe(true);
});

describe("the page that a mail links to", () => {
  const address = "/unsubscribe/01990000-0000-7000-8000-000000000001/commentMail/key";
  const stop = () => screen.findByRole("button", { name: "Stop these emails" });
  const call = `POST /api${address}`;

  test("stops such mails once confirmed, even for a visitor", async () => {
    const { user, network } = openSite(address, settingsNetwork());
    expect(await screen.findByText(/about this: Comments and replies/)).toBeTruthy();
    expect(network.to(call)).toEqual([]);
    network.on(call, { status: 200, body: { unsubscribed: true } });
    await user.click(await stop());
    expect(await screen.findByText(/won't send you these emails anymore/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "All notification settings" })).toBeTruthy();
  });

  test("says that a link is invalid, and stays if the call fails", async () => {
    const { user, network } = openSite(address, settingsNetwork());
    network.on(call, failure("internal"));
    await user.click(await stop());
    await waitFor(() => expect(toaster()).toContain(MESSAGES.failedUpdatePreferences));
    network.on(call, failure("link_expired"));
    await user.click(await stop());
    expect(await screen.findByText(/This link doesn't work/)).toBeTruthy();
  });

  test("refuses a link for an unknown kind of mail", async () => {
    openSite(address.replace("commentMail", "receiptMail"), settingsNetwork());
    expect(await screen.findByText(/This link doesn't work/)).toBeTruthy();
  });
});
