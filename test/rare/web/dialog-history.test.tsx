import { renderHook, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { useBackToClose, watchBack } from "#web/ui/dialog-history.ts";

const isCounted = () => window.history.state?.isDialog === true;

function openArtwork() {
  const network = createSiteNetwork();
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail()));
  return openSite(`/artwork/${toId(1)}`, network);
}

const openLightbox = async ({ user }: ReturnType<typeof openSite>) =>
  user.click(await screen.findByRole("button", { name: /full screen/ }));
const openShortcuts = async ({ user }: ReturnType<typeof openSite>) => {
  await screen.findByRole("button", { name: /full screen/ });
  await user.keyboard("?");
};

test.each([
  ["the full-screen picture", openLightbox],
  ["the list of shortcuts", openShortcuts],
])("Back closes %s and stays on the page", async (_name, open) => {
  const site = openArtwork();
  await open(site);
  await screen.findByRole("dialog");
  await waitFor(() => expect(isCounted()).toBe(true), { timeout: 2_000 });
  window.history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), { timeout: 2_000 });
  await waitFor(() => expect(isCounted()).toBe(false), { timeout: 2_000 });
  expect(site.at.path).toBe(`/artwork/${toId(1)}`);
});

test("a dialog that Escape closes leaves no entry in the history", async () => {
  const site = openArtwork();
  await openShortcuts(site);
  await waitFor(() => expect(isCounted()).toBe(true), { timeout: 2_000 });
  await site.user.keyboard("{Escape}");
  await waitFor(() => expect(isCounted()).toBe(false), { timeout: 2_000 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Back skips the history entry of a dialog that was left by a link", async () => {
  const entry = () => window.history.state as { readonly idx: number; readonly isDialog?: boolean };
  window.history.replaceState({ idx: 0 }, "");
  const stop = watchBack();
  const dialog = renderHook(() => useBackToClose(true, () => {}));
  await waitFor(() => expect(isCounted()).toBe(true), { timeout: 2_000 });
  window.history.pushState({ idx: 1 }, "");
  dialog.unmount();

  window.history.back();
  await waitFor(() => expect([entry().idx, entry().isDialog]).toEqual([0, undefined]), { timeout: 2_000 });
  stop();
});

test("Back closes one dialog of two at a time, the upper one first", async () => {
  window.history.replaceState({ idx: 0 }, "");
  const stop = watchBack();
  const closed: string[] = [];
  const open = (name: string) => {
    const dialog = renderHook(() =>
      useBackToClose(true, () => {
        closed.push(name);
        dialog.unmount();
      }),
    );
  };
  open("lower");
  open("upper");
  for (const names of [["upper"], ["upper", "lower"]]) {
    await waitFor(() => expect(isCounted()).toBe(true), { timeout: 2_000 });
    window.history.back();
    await waitFor(() => expect(closed).toEqual(names), { timeout: 2_000 });
  }
  await waitFor(() => expect(isCounted()).toBe(false), { timeout: 2_000 });
  stop();
});
