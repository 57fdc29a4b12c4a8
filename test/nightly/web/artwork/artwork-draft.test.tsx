import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aDetail, aFile, fakeBrowser, ME, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const MEDIA = `GET /api/artwork/media/${toId(70)}`;

function openForm() {
  const network = createSiteNetwork({ signedIn: true });
  network.on(
    "POST /api/artwork/media",
    ok({ mediaId: toId(70), upload: { url: "/bucket", fields: { key: "k" } } }, 201),
  );
  const ready = { mediaId: toId(70), status: "ready", reason: null, previews: [], placeholder: null };
  network.on(MEDIA, ok({ ...ready, width: null, height: null }));
  network.on("POST /api/artwork", ok({ artworkId: toId(1), versionId: toId(5001) }, 201));
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail({ owner: ME })));
  network.on(`GET /api/users/${aUser().id}/my_artwork`, pageReply([]));
  return openSite("/artwork/add", network);
}

const title = () => screen.findByLabelText<HTMLInputElement>("Title");
const picture = () => screen.findByTestId<HTMLInputElement>("picture");
const getStatusText = () => within(screen.getByRole("group", { name: "Picture" })).getByRole("status").textContent;

beforeEach(() => void fakeBrowser());
afterEach(() => vi.restoreAllMocks());

/** Unmounts the page; the browser's storage stays. */
function reload() {
  cleanup();
  return openForm();
}

describe("a form that was left half filled", () => {
  async function leaveHalfFilled() {
    const { user } = openForm();
    await user.type(await title(), "Dusk");
    await user.click(screen.getByRole("radio", { name: /^Invisible/ }));
    return reload();
  }

  test("is offered after a reload, and forgotten once it is published", async () => {
    const { user, at, network } = await leaveHalfFilled();
    expect((await title()).value).toBe("");
    await user.click(await screen.findByRole("button", { name: "Bring it back" }));
    expect((await title()).value).toBe("Dusk");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Invisible/ }).checked).toBe(true);
    await user.upload(await picture(), aFile());
    await user.click(screen.getByRole("radio", { name: /^Personal/ }));
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    await user.click(await screen.findByRole("button", { name: "Publish" }));
    await waitFor(() => expect(at.path).toBe(`/artwork/${toId(1)}`));
    expect(network.to("POST /api/artwork")[0]?.body).toMatchObject({ artworkTitle: "Dusk" });
    reload();
    await title();
    expect(screen.queryByRole("button", { name: "Bring it back" })).toBeNull();
  });

  test("doesn't overwrite newer input, even after another reload", async () => {
    const { user } = await leaveHalfFilled();
    await user.type(await screen.findByLabelText(/^Description/), "Newer words");
    const { user: later } = reload();
    await later.type(await title(), "Dawn");
    await later.click(await screen.findByRole("button", { name: "Bring it back" }));
    expect((await title()).value).toBe("Dawn");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe("Newer words");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Invisible/ }).checked).toBe(true);
  });

  test("can be discarded", async () => {
    const { user } = await leaveHalfFilled();
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    reload();
    await title();
    expect(screen.queryByRole("button", { name: "Bring it back" })).toBeNull();
  });
});

test("an interrupted upload continues once the browser is online", async () => {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  const { user, network } = openForm();
  network.cut("POST /api/artwork/media");
  await user.upload(await picture(), aFile());
  await waitFor(() => expect(getStatusText()).toBe(MESSAGES.network));
  await screen.findByText("The upload resumes when you're back online.");
  network.on(
    "POST /api/artwork/media",
    ok({ mediaId: toId(70), upload: { url: "/bucket", fields: { key: "k" } } }, 201),
  );
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
});

test("the edit page also deletes the artwork, by its title", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail({ owner: ME })));
  network.on(`GET /api/users/${aUser().id}/my_artwork`, pageReply([]));
  network.on(`DELETE /api/artwork/${toId(1)}`, { status: 204 });
  const { user, at } = openSite(`/artwork/${toId(1)}/edit`, network);
  await user.click(await screen.findByRole("button", { name: "Delete “Dusk”" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete “Dusk”?" }));
  await user.click(dialog.getByRole("button", { name: "Delete artwork" }));
  await waitFor(() => expect(at.path).toBe("/my_artwork"));
  expect(network.to(`DELETE /api/artwork/${toId(1)}`)).toHaveLength(1);
});
