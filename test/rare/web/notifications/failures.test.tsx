import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aNotification, idAt } from "#test/web/notifications/fixtures.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { toast } from "#web/ui/toaster.tsx";

const PATH = `/api/users/${aUser().id}/notifications`;

/** Opens the site of a user with these notifications; `open` opens the bell. */
async function openSiteWithBell(items: ReturnType<typeof aNotification>[]) {
  const network = createSiteNetwork({ signedIn: true });
  const page = { items, cursor: items.at(-1)?.id ?? null, hasMore: false, count: items.length };
  network.on(`GET ${PATH}/previous`, { status: 200, body: page });
  const opened = openSite("/404", network);
  const bell = await screen.findByRole("button", { name: /^Notifications/ });
  return { ...opened, open: () => opened.user.click(bell) };
}

const toasted = (text: string) => waitFor(() => expect(toast.current()?.text).toBe(text));

test("a failed fetch of notifications is shown in the list and in a toast", async () => {
  const { network, open } = await openSiteWithBell([]);
  network.on(`GET ${PATH}/previous`, failure("internal"));
  await open();
  expect(await screen.findByText(MESSAGES.errorFetchingData)).toBeTruthy();
  await toasted(MESSAGES.failedFetchNotifications);
});

test.each([
  ["Mark as read", false, "POST", MESSAGES.failedReadNotification],
  ["Mark as unread", true, "DELETE", MESSAGES.failedUnreadNotification],
])("%s that fails shows an error and is reverted", async (label, read, method, message) => {
  const { network, user, open } = await openSiteWithBell([aNotification(9, { read })]);
  network.on(`${method} ${PATH}/${idAt(9)}`, failure("internal"));
  await open();
  await user.click(await screen.findByRole("button", { name: label }));
  await toasted(message);
  expect(await screen.findByRole("button", { name: label })).toBeTruthy();
});
