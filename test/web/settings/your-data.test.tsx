import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { DataExport } from "#shared/model/data-export.ts";
import { anExport, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const PATH = `${SETTINGS_PATH}/export`;
const READY = { status: "ready", done: 3, pictures: 3, bytes: 5_242_880, expires: "2026-12-04T12:00:00.000Z" } as const;

function openSettings(over: Partial<DataExport> = {}) {
  const network = settingsNetwork();
  const becomes = (next: Partial<DataExport>) => network.on(`GET ${PATH}`, { status: 200, body: anExport(next) });
  becomes(over);
  return { ...openSite("/settings/your-data", network), network, becomes };
}

const section = async () => within(await screen.findByRole("region", { name: "Your data" }));
const press = async (name: string) => (await section()).findByRole("button", { name });

describe("the archive of the user's data in the settings", () => {
  test("is requested, prepared with progress, and then downloaded", async () => {
    const { network, user, becomes } = openSettings();
    const button = await press("Request your data");
    network.on(`POST ${PATH}`, { status: 201, body: anExport({ status: "preparing" }) });
    becomes({ status: "preparing", done: 1, pictures: 4, again: "2026-11-28T12:00:00.000Z" });
    await user.click(button);
    const bar = await (await section()).findByRole("progressbar", { name: "Your data" });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect((await section()).getByText("1 of 4 pictures")).toBeTruthy();
    expect((await section()).queryByRole("button")).toBeNull();

    becomes({ ...READY, leftOut: 2, again: "2026-11-28T12:00:00.000Z" });
    const download = await (await section()).findByRole("button", { name: "Download" }, { timeout: 15_000 });
    expect((await section()).getByText(/ZIP, 5 MB/).textContent).toContain("Available until 4 Dec 2026");
    expect((await section()).getByText(/2 older ones didn't fit/)).toBeTruthy();
    expect((await section()).queryByRole("button", { name: "Request again" })).toBeNull();
    network.on(`POST ${PATH}/download`, { status: 200, body: { redirect: "https://bucket.example/archive" } });
    // Following the link would navigate the window that test files share.
    const left = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    await user.click(download);
    await waitFor(() => expect(left).toHaveBeenCalledWith("https://bucket.example/archive"));
    left.mockRestore();
  });

  test("that failed can be requested again, and a refusal shows its message", async () => {
    const { network, user } = openSettings({ status: "failed" });
    expect(await (await section()).findByText("Something went wrong. Request your data again.")).toBeTruthy();
    network.on(`POST ${PATH}`, failure("export_too_soon"));
    await user.click(await press("Request again"));
    await waitFor(() => expect(toaster()).toBe(MESSAGES.exportTooSoon));
    network.on(`POST ${PATH}`, failure("internal"));
    await user.click(await press("Request again"));
    await waitFor(() => expect(toaster()).toContain(MESSAGES.failedRequestExport));
  });

  test("says when it can't be downloaded or looked up", async () => {
    const { network, user } = openSettings(READY);
    network.on(`POST ${PATH}/download`, failure("internal"));
    await user.click(await press("Download"));
    await waitFor(() => expect(toaster()).toContain(MESSAGES.failedDownloadExport));
    network.on(`GET ${PATH}`, failure("internal"));
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(toaster()).toContain(MESSAGES.failedFetchExport));
  });
});
