import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { formatFee } from "#shared/format.ts";
import { FEES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { MediaState } from "#shared/model/media.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aDetail, aFile, FREE, fakeBrowser, ME, ok, pageReply, toId } from "./given.ts";

const MEDIA = `GET /api/artwork/media/${toId(70)}`;

const media = (status: MediaState["status"], reason: string | null = null) =>
  ok({ mediaId: toId(70), status, reason, previews: [], placeholder: null, width: null, height: null });

interface FormOptions {
  readonly payments?: boolean;
  readonly onboarded?: boolean;
}

/** A signed-in artist's site with working uploads. */
function artistNetwork({ payments = true, onboarded = true }: FormOptions = {}) {
  const network = createSiteNetwork({ features: { payments } });
  network.on("POST /auth/refresh_token", buildSession("first", aUser({ onboarded })));
  network.on(
    "POST /api/artwork/media",
    ok({ mediaId: toId(70), upload: { url: "/bucket", fields: { key: "k" } } }, 201),
  );
  network.on(MEDIA, media("ready"));
  network.on("POST /api/artwork", ok({ artworkId: toId(1), versionId: toId(5001) }, 201));
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail({ owner: ME })));
  network.on(`GET /api/users/${aUser().id}/my_artwork`, pageReply([]));
  return network;
}

type Site = ReturnType<typeof openSite>;

const openForm = (opening?: FormOptions) => openSite("/artwork/add", artistNetwork(opening));

const choose = (user: Site["user"], label: string, choice: RegExp) =>
  user.click(within(screen.getByRole("group", { name: label })).getByRole("radio", { name: choice }));

async function pick(user: Site["user"], file = aFile()) {
  await user.upload(await screen.findByTestId<HTMLInputElement>("picture"), file);
}

async function fillFree(user: Site["user"]) {
  await user.type(await screen.findByLabelText("Title"), "Dusk");
  await choose(user, "Price", /^Free/);
  await choose(user, "License", /^Personal/);
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });
const getStatusText = () => within(screen.getByRole("group", { name: "Picture" })).getByRole("status").textContent;

beforeEach(() => void fakeBrowser());

describe("publishing", () => {
  test("sends the form with the picture and opens the artwork's page", async () => {
    const { user, network, at } = openForm();
    await pick(user);
    await fillFree(user);
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    await user.click(await button("Publish"));
    await waitFor(() => expect(at.path).toBe(`/artwork/${toId(1)}`));
    expect(network.to("POST /api/artwork")[0]?.body).toEqual({
      artworkTitle: "Dusk",
      artworkVisibility: "visible",
      artworkMature: false,
      artworkWatermark: "light",
      mediaId: toId(70),
      ...FREE,
    });
    expect(screen.getByTestId("toaster").textContent).toBe("Artwork published");
  });

  test("is disabled while the form is empty or the picture is processing", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, media("processing"));
    expect((await button("Publish")).disabled).toBe(true);
    await pick(user);
    expect((await button("Waiting for the picture…")).disabled).toBe(true);
    await user.type(screen.getByLabelText("Title"), "Meanwhile");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Meanwhile");
  });

  test("without a picture shows the error at the picture field", async () => {
    const { user, network } = openForm();
    await fillFree(user);
    await user.click(await button("Publish"));
    expect(await within(screen.getByRole("group", { name: "Picture" })).findByText(MESSAGES.fileMissing)).toBeTruthy();
    expect(network.to("POST /api/artwork")).toEqual([]);
  });

  test("refused for its terms shows the error at the price and keeps the form", async () => {
    const { user, network } = openForm();
    network.on("POST /api/artwork", failure("commercial_unavailable"));
    await pick(user);
    await user.type(await screen.findByLabelText("Title"), "Dusk");
    await choose(user, "Price", /^Paid/);
    await choose(user, "License", /^Personal/);
    await user.type(screen.getByLabelText("License price"), "40");
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    await user.click(await button("Publish"));
    const price = screen.getByRole("group", { name: "Price" });
    expect(await within(price).findByText(MESSAGES.commercialUnavailable)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk");
    expect(screen.getByLabelText<HTMLInputElement>("License price").value).toBe("40");
  });

  test("without a network shows the error and keeps the form", async () => {
    const { user, network } = openForm();
    network.cut("POST /api/artwork");
    await pick(user);
    await fillFree(user);
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    await user.click(await button("Publish"));
    expect(await screen.findByText(MESSAGES.network)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk");
  });

  test("refused for its picture shows the error at the picture field", async () => {
    const { user, network } = openForm();
    network.on("POST /api/artwork", failure("media_used"));
    await pick(user);
    await fillFree(user);
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    await user.click(await button("Publish"));
    expect(await within(screen.getByRole("group", { name: "Picture" })).findByText(MESSAGES.mediaUsed)).toBeTruthy();
  });
});

describe("proposals of the picture's file", () => {
  const PROPOSALS: MediaState["proposals"] = {
    artworkTitle: "Three moons",
    artworkDescription: "Ink on paper.",
    artworkTags: ["moon", "ink"],
    artworkSource: "hand",
    credit: "© Jané Doe",
  };
  const saying = (proposals?: MediaState["proposals"]) =>
    ok({
      mediaId: toId(70),
      status: "ready",
      reason: null,
      previews: [],
      placeholder: null,
      width: 1,
      height: 1,
      proposals,
    });
  const title = () => screen.getByLabelText<HTMLInputElement>("Title");
  const mark = (name: string) => screen.queryByRole("button", { name });

  test("fill empty fields and are marked until they are changed", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, saying(PROPOSALS));
    await pick(user);
    await screen.findByRole("button", { name: "Clear title" });
    expect(title().value).toBe("Three moons");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe("Ink on paper.");
    expect(within(screen.getByRole("list", { name: "Chosen tags" })).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByLabelText<HTMLSelectElement>(/^How it was made/).value).toBe("hand");
    expect(screen.getByText("Credit in the file: “© Jané Doe”. Previews and sold copies keep it.")).toBeTruthy();
    expect(screen.getByText("Suggested from the file: title, description, tags, and how it was made")).toBeTruthy();
    expect(screen.getAllByText("Suggested from the file")).toHaveLength(4);
    await user.type(title(), "Mine");
    expect(mark("Clear title")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear description" }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Description/));
    expect(mark("Clear description")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear tags" }));
    expect(screen.queryByRole("list", { name: "Chosen tags" })).toBeNull();
  });

  test("never replace what was typed or return once they were cleared", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, saying(PROPOSALS));
    await user.type(await screen.findByLabelText("Title"), "Mine");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Clear description" }));
    expect(title().value).toBe("Mine");
    network.on(
      "POST /api/artwork/media",
      ok({ mediaId: toId(71), upload: { url: "/bucket", fields: { key: "k" } } }, 201),
    );
    const second = { artworkTitle: "Another", artworkDescription: "Oil.", artworkSource: "photo" } as const;
    network.on(`GET /api/artwork/media/${toId(71)}`, ok({ ...(saying(second).body as object), mediaId: toId(71) }));
    await pick(user, aFile("image/png", "other.png"));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(/^How it was made/).value).toBe("photo"));
    expect(title().value).toBe("Mine");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe("");
    // Tags of the first file, which nobody touched.
    expect(screen.queryByRole("list", { name: "Chosen tags" })).toBeNull();
  });

  test("come with tags that fit its colours and medium, added by one press", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, ok({ ...(saying().body as object), colors: ["brown", "blue", "black"] }));
    const found = { items: [], cursor: null, hasMore: false };
    network.on("GET /api/search", ({ query: { q, medium } }) => {
      expect(q).toBe("blue");
      return ok({ ...found, relatedTags: medium === "painting" ? ["oil"] : ["sea", "night"] });
    });
    await pick(user);
    const fitting = await screen.findByRole("group", { name: "Suggested tags" });
    const names = () =>
      within(fitting)
        .getAllByRole("button")
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toEqual(["blue", "sea", "night"]));
    await user.click(within(fitting).getByRole("button", { name: "Add sea" }));
    expect(within(screen.getByRole("list", { name: "Chosen tags" })).getByText("sea")).toBeTruthy();
    expect(names()).toEqual(["blue", "night"]);
    await user.selectOptions(screen.getByLabelText(/^Medium/), "painting");
    await waitFor(() => expect(names()).toEqual(["blue", "oil"]));
  });

  test("take the title from the file's name where the file names none", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, saying());
    await pick(user, aFile("image/png", "three_moons_final.png"));
    await screen.findByText("Suggested from the file name");
    expect(title().value).toBe("Three moons");
    await user.type(title(), "Ferry");
    expect(title().value).toBe("Ferry");
    await user.type(title(), " at night");
    expect(title().value).toBe("Ferry at night");
  });
});

describe("pasting into a text field", () => {
  const cell = { types: ["text/html", "text/plain", "Files"], files: [aFile()] };

  test("of a spreadsheet cell pastes its text and picks no picture", async () => {
    const { network } = openForm();
    const isDefaultAllowed = fireEvent.paste(await screen.findByLabelText("Title"), { clipboardData: cell });
    expect(isDefaultAllowed).toBe(true);
    expect(screen.queryByRole("img", { name: "Your picture" })).toBeNull();
    expect(network.to("POST /api/artwork/media")).toEqual([]);
  });

  test("of a picture alone picks it", async () => {
    openForm();
    fireEvent.paste(await screen.findByLabelText("Title"), { clipboardData: { ...cell, types: ["Files"] } });
    expect(await screen.findByRole("img", { name: "Your picture" })).toBeTruthy();
  });
});

describe("the picture", () => {
  test("that is rejected shows the reason, and another can be chosen without losing the form", async () => {
    const { user, network } = openForm();
    network.on(MEDIA, media("failed", MESSAGES.fileDamaged));
    await fillFree(user);
    await pick(user);
    await waitFor(() => expect(getStatusText()).toBe(MESSAGES.fileDamaged));
    expect((await button("Choose another picture first")).disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    network.on(MEDIA, media("ready"));
    await pick(user, aFile("image/png", "other.png"));
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk");
  });

  test.each([
    ["too_many_open_uploads", MESSAGES.tooManyOpenUploads],
    ["too_many_unpublished", MESSAGES.tooManyUnpublished],
    ["too_many_uploaded_bytes", MESSAGES.tooManyUploadedBytes],
  ] as const)("over a limit (%s) shows the error at the picture field and can be retried", async (code, reason) => {
    const network = artistNetwork();
    network.on("POST /api/artwork/media", failure(code));
    const { user } = openSite("/artwork/add", network);
    await pick(user);
    await fillFree(user);
    const picture = screen.getByRole("group", { name: "Picture" });
    await waitFor(() => expect(picture.textContent).toContain(reason));
    expect((await button("Upload the picture again first")).disabled).toBe(true);
    network.on("POST /api/artwork/media", ok({ mediaId: toId(70), upload: { url: "/b", fields: {} } }, 201));
    await user.click(await button("Try again"));
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk");
  });

  test("whose upload failed can be retried", async () => {
    const { user, network } = openForm();
    network.cut("POST /api/artwork/media");
    await pick(user);
    const again = await button("Try again");
    network.on("POST /api/artwork/media", ok({ mediaId: toId(70), upload: { url: "/b", fields: {} } }, 201));
    await user.click(again);
    await waitFor(() => expect(getStatusText()).toBe("The picture is ready"));
  });

  test("can be removed", async () => {
    const { user } = openForm();
    await pick(user);
    await user.click(await button("Remove"));
    expect(getStatusText()).toBe("");
    expect(await button("Choose a picture")).toBeTruthy();
  });
});

describe("the terms", () => {
  test("show only the fields that the other answers require", async () => {
    const { user } = openForm();
    await screen.findByLabelText("Title");
    expect(screen.queryByRole("group", { name: "Commercial use" })).toBeNull();
    await choose(user, "Price", /^Paid/);
    await choose(user, "License", /^Commercial/);
    await choose(user, "Commercial use", /^Separate/);
    expect(screen.getByLabelText("Personal license price")).toBeTruthy();
    expect(screen.getByLabelText("Commercial license price")).toBeTruthy();
    await choose(user, "Commercial use", /^Included/);
    expect(screen.getByLabelText("License price")).toBeTruthy();
    expect(screen.queryByLabelText("Commercial license price")).toBeNull();
    await choose(user, "Availability", /^Unavailable/);
    expect(screen.queryByRole("group", { name: "Price" })).toBeNull();
    expect(screen.queryByLabelText("License price")).toBeNull();
  });

  test("show the artist's earnings and the buyer's price", async () => {
    const { user } = openForm();
    await screen.findByLabelText("Title");
    await choose(user, "Price", /^Paid/);
    await user.type(screen.getByLabelText("License price"), "40");
    const { orderEarned, orderSpent } = computeFees(4000);
    const [earned, paid] = [orderEarned, orderSpent].map(centsLabel);
    const hint = `You earn ${earned} after our ${formatFee(FEES.seller)} fee; a buyer pays ${paid} in total.`;
    expect(await screen.findByText(hint)).toBeTruthy();
  });

  test.each([
    ["with payments disabled", { payments: false }, MESSAGES.commercialUnavailable],
    ["to an artist who isn't onboarded", { onboarded: false }, /To sell commercially, click "Become a seller"/],
  ])("%s offer only free licences and show the reason", async (_name, opening, reason) => {
    openForm(opening);
    expect(await screen.findByText(reason)).toBeTruthy();
    const price = screen.getByRole("group", { name: "Price" });
    const choices = within(price).getAllByRole<HTMLInputElement>("radio");
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([["free", true]]);
  });
});

describe("the watermark", () => {
  test("can be chosen for paid artwork and is previewed before publishing", async () => {
    const { user } = openForm();
    await pick(user);
    const picked = await screen.findByAltText("Your picture");
    Object.defineProperties(picked, { naturalWidth: { value: 1200 }, naturalHeight: { value: 900 } });
    fireEvent.load(picked);
    await fillFree(user);
    expect(screen.queryByRole("group", { name: "Watermark" })).toBeNull();
    expect(screen.queryByRole("img", { name: /watermark/ })).toBeNull();
    await user.click(screen.getByRole("radio", { name: /^Paid/ }));
    const choices = within(await screen.findByRole("group", { name: "Watermark" }));
    expect(choices.getByRole<HTMLInputElement>("radio", { name: /^Light/ }).checked).toBe(true);
    expect(screen.getByRole("img", { name: "With a light watermark" }).textContent).toContain(" · Ochre");
    await user.click(choices.getByRole("radio", { name: /^Strong/ }));
    expect(screen.getByRole("img", { name: "With a strong watermark" })).toBeTruthy();
    await user.click(choices.getByRole("radio", { name: /^None/ }));
    expect(screen.queryByRole("img", { name: /watermark/ })).toBeNull();
    expect(screen.getByText(/Anyone can save a clean copy/)).toBeTruthy();
  });
});

describe("editing", () => {
  const ONE = `/api/artwork/${toId(1)}`;
  const openEditor = (detail = aDetail({ owner: ME, version: FREE })) => {
    const network = artistNetwork();
    network.on(`GET ${ONE}`, ok(detail));
    network.on(`PATCH ${ONE}`, ok({ artworkId: toId(1), versionId: toId(5002) }));
    return openSite(`${ONE.slice(4)}/edit`, network);
  };

  test("sends all fields without a picture, with the loaded version as expectedVersion", async () => {
    const { user, network, at } = openEditor();
    expect((await button("Save changes")).disabled).toBe(true);
    await user.clear(screen.getByLabelText(/^Description/));
    await user.click(await button("Save changes"));
    await waitFor(() => expect(at.path).toBe(`/artwork/${toId(1)}`));
    expect(network.to(`PATCH ${ONE}`)[0]?.body).toEqual({
      artworkTitle: "Dusk",
      artworkDescription: "",
      artworkAlt: "",
      artworkVisibility: "visible",
      artworkMature: false,
      artworkWatermark: "light",
      expectedVersion: toId(5001),
      ...FREE,
    });
  });

  test("shows a moderator's mark, and changes the artist's own mark", async () => {
    const { user, network } = openEditor(aDetail({ owner: ME, version: { ...FREE, mature: true } }));
    const mark = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Mature content" });
    expect(mark.checked).toBe(false);
    screen.getByText(/^Our moderators marked this artwork/);
    await user.click(mark);
    await user.click(await button("Save changes"));
    await waitFor(() => expect(network.to(`PATCH ${ONE}`)[0]?.body).toMatchObject({ artworkMature: true }));
  });

  test("a version conflict keeps what was typed", async () => {
    const { user, network } = openEditor();
    network.on(`PATCH ${ONE}`, failure("artwork_moved"));
    await user.type(await screen.findByLabelText("Title"), " over the ridge");
    await user.click(await button("Save changes"));
    const reload = await button("Reload the artwork");
    const newer = { currentVersionId: aDetail({ artwork: {} }).version.versionId.replace("5001", "5009") };
    network.on(
      `GET ${ONE}`,
      ok({
        ...aDetail({ owner: ME, version: { ...FREE, artworkDescription: "Newer words" } }),
        artwork: { ...aDetail().artwork, ...newer },
      }),
    );
    await user.click(reload);
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe("Newer words"));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk over the ridge");
    network.on(`PATCH ${ONE}`, ok({ artworkId: toId(1), versionId: toId(5010) }));
    await user.click(await button("Save changes"));
    await waitFor(() => expect(network.to(`PATCH ${ONE}`)).toHaveLength(2));
    expect(network.to(`PATCH ${ONE}`)[1]?.body).toMatchObject({
      artworkTitle: "Dusk over the ridge",
      artworkDescription: "Newer words",
      expectedVersion: toId(5009),
    });
  });

  test("warns of losing a picture only once one was picked", async () => {
    const { user } = openEditor();
    const leave = () => user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    await user.type(await screen.findByLabelText("Title"), " over the ridge");
    await leave();
    const question = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    question.getByText("What you changed will be lost.");
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    await pick(user);
    await leave();
    question.getByText("What you changed and the picture you picked will be lost.");
  });

  test("someone else's artwork is the 404 page", async () => {
    const { at } = openEditor(aDetail());
    await waitFor(() => expect(at.path).toBe("/404"));
  });
});

describe("leaving", () => {
  test("a form with something in it asks first, and staying keeps everything", async () => {
    const { user, at } = openForm();
    await user.type(await screen.findByLabelText("Title"), "Dusk");
    await user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    within(question).getByText("What you typed is kept in this browser.");
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    expect(at.path).toBe("/artwork/add");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Dusk");
    await pick(user);
    await user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    within(question).getByText("The picture you picked will be lost. What you typed is kept in this browser.");
  });

  test("continues the navigation once confirmed", async () => {
    const { user, at } = openForm();
    await user.type(await screen.findByLabelText("Title"), "Dusk");
    await user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    await user.click(await button("Leave"));
    await waitFor(() => expect(at.path).toBe("/"));
  });

  test("asks before a search leads away, and then searches", async () => {
    const { user, at, network } = openForm();
    network.on("GET /api/search", pageReply([]));
    await user.type(await screen.findByLabelText("Title"), "Dusk");
    await user.type(screen.getByRole("combobox", { name: "Search artwork" }), "dunes{Enter}");
    const leave = await button("Leave");
    expect(at.path).toBe("/artwork/add");
    await user.click(leave);
    await waitFor(() => expect(at.path).toBe("/search"));
  });

  test("asks before a log-out, and then logs out", async () => {
    const { user, at, network } = openForm();
    network.on("POST /auth/logout", { status: 204 });
    await user.type(await screen.findByLabelText("Title"), "Dusk");
    await user.click(await screen.findByRole("button", { name: "Profile menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
    const leave = await button("Leave");
    expect(network.to("POST /auth/logout")).toEqual([]);
    await user.click(leave);
    await waitFor(() => expect(at.path).toBe("/login"));
    expect(network.to("POST /auth/logout")).toHaveLength(1);
  });

  test("an untouched form asks nothing", async () => {
    const { user, at } = openForm();
    await screen.findByLabelText("Title");
    await user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    await waitFor(() => expect(at.path).toBe("/"));
  });
});
