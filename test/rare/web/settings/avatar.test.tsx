import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { AVATAR_WIDTHS } from "#shared/picture-widths.ts";
import { aSettings, notice, SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";
import { croppedSide, largestZoom } from "#web/features/settings/crop-picture.ts";
import { session } from "#web/session/browser-session.ts";

const square = (side: number) => ({ x: 0, y: 0, width: side, height: side });

test("a crop keeps enough pixels for an avatar at the largest zoom", () => {
  for (const [width, height] of [
    [100, 100],
    [150, 900],
    [4000, 3000],
  ] as const) {
    const smallest = Math.min(width, height) / largestZoom({ width, height });
    expect(smallest).toBeGreaterThanOrEqual(LIMITS.avatarFile.width);
  }
  expect(largestZoom({ width: 100, height: 400 })).toBe(1);
});

test("a crop is scaled down to twice the largest avatar, below the file limit", () => {
  expect(croppedSide(square(3000))).toBe(2 * Math.max(...AVATAR_WIDTHS));
  expect(croppedSide(square(123.4))).toBe(123);
  expect(croppedSide(square(99.6))).toBe(LIMITS.avatarFile.width);
  expect(croppedSide(square(3000)) ** 2 * 4).toBeLessThan(LIMITS.avatarFile.maxBytes);
});

test.each([
  ["of another kind", new File(["x"], "me.svg", { type: "image/svg+xml" }), `${MESSAGES.fileFormat}: JPEG or PNG`],
  [
    "a byte too large",
    new File([new Uint8Array(LIMITS.avatarFile.maxBytes + 1)], "me.png", { type: "image/png" }),
    MESSAGES.fileTooLarge,
  ],
  ["that is empty", new File([], "me.png", { type: "image/png" }), MESSAGES.fileDamaged],
])("a file %s is refused with its reason before anything is sent", async (_name, file, reason) => {
  const network = settingsNetwork();
  openSite("/settings/profile", network);
  // The file chooser's filter doesn't prevent other files.
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(await screen.findByTestId("avatar"), file);
  const picture = screen.getByRole("group", { name: "Picture" });
  await waitFor(() => expect(picture.textContent).toContain(reason));
  expect(network.to("POST /api/profile_image_upload")).toEqual([]);
});

test("removing the avatar sends only that, and the header is updated", async () => {
  const profile = { ...aSettings().profile, avatar: "/media/old.webp" };
  const network = settingsNetwork(aSettings({ profile }));
  network.on(`PATCH ${SETTINGS_PATH}`, notice(MESSAGES.userUpdated, { user: aUser() }));
  const { user } = openSite("/settings/profile", network);
  session.updateUser({ avatar: "/media/old.webp" });
  await user.type(await screen.findByLabelText("Full name"), " unsaved");
  await user.click(screen.getByRole("button", { name: "Remove picture" }));
  await waitFor(() => expect(session.state().user?.avatar).toBeNull());
  expect(network.to(`PATCH ${SETTINGS_PATH}`)).toMatchObject([{ body: { userMedia: null } }]);
  expect(Object.keys(network.to(`PATCH ${SETTINGS_PATH}`)[0]?.body as object)).toEqual(["userMedia"]);
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Ada Love unsaved");
});
