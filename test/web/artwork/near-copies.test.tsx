import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aCard, aDetail, aFile, FREE, fakeBrowser, ME, ok, toId } from "./given.ts";

const COPIES = `GET /api/artwork/media/${toId(70)}/copies`;
const ONE = `/api/artwork/${toId(1)}`;

function artistNetwork(copies: readonly object[] = []) {
  const network = createSiteNetwork();
  network.on("POST /auth/refresh_token", buildSession("first", aUser()));
  const upload = { url: "/bucket", fields: { key: "k" } };
  network.on("POST /api/artwork/media", ok({ mediaId: toId(70), upload }, 201));
  const media = { status: "ready", reason: null, previews: [], placeholder: null, width: null, height: null };
  network.on(`GET /api/artwork/media/${toId(70)}`, ok({ mediaId: toId(70), ...media }));
  network.on(COPIES, ok({ items: copies }));
  network.on("POST /api/artwork", ok({ artworkId: toId(1), versionId: toId(5001) }, 201));
  network.on(`GET ${ONE}`, ok(aDetail({ owner: ME, version: FREE })));
  return network;
}

type Site = ReturnType<typeof openSite>;

const pick = async (user: Site["user"], files: readonly File[] = [aFile()]) =>
  user.upload(await screen.findByTestId<HTMLInputElement>("picture"), [...files]);

const warning = () => screen.findByRole("region", { name: "Your picture looks like “Harbour” by theo.okafor" });
const expectNoWarning = () => expect(screen.queryByRole("region", { name: /^Your picture looks like/ })).toBeNull();
const isReady = () => screen.findByText("The picture is ready");

const harbour = aCard(8, { artworkTitle: "Harbour" });

beforeEach(() => void fakeBrowser());

test("a picture like somebody else's is shown beside theirs, and can be published", async () => {
  const { user, network, at } = openSite("/artwork/add", artistNetwork([harbour, aCard(9)]));
  await pick(user);
  const panel = await warning();
  expect(within(panel).getByRole<HTMLImageElement>("img", { name: "Yours" }).src).toMatch(/^blob:/);
  expect(within(panel).getByRole("img", { name: "Harbour" })).toBeTruthy();
  const links = within(panel).getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => [link.getAttribute("href"), link.target])).toEqual([
    [`/artwork/${toId(8)}`, "_blank"],
    [`/artwork/${toId(9)}`, "_blank"],
  ]);
  expect(panel.textContent).toContain("If you do, our team is notified");
  for (const hint of screen.getAllByRole("button", { name: "Compare the two" })) {
    await user.click(hint);
    expect(document.activeElement).toBe(panel);
    (document.activeElement as HTMLElement).blur();
  }
  await user.type(screen.getByLabelText("Title"), "Quay");
  for (const choice of [/^Free/, /^Personal/]) await user.click(screen.getByRole("radio", { name: choice }));
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(at.path).toBe(`/artwork/${toId(1)}`));
  expect(network.to("POST /api/artwork")).toHaveLength(1);
});

test("a comparison that fails leaves the form and what was typed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = openSite("/artwork/add", artistNetwork([{ ...harbour, owner: null }]));
  await user.type(await screen.findByLabelText("Title"), "Quay");
  await pick(user);
  await screen.findByText(MESSAGES.partMissing);
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Quay");
  screen.getByRole("button", { name: "Try again" });
});

test("a mature one of theirs stays veiled", async () => {
  const { user } = openSite("/artwork/add", artistNetwork([{ ...harbour, mature: true }]));
  await pick(user);
  const panel = within(await warning());
  expect(panel.getByRole("button", { name: "Show mature content" })).toBeTruthy();
  expect(panel.getByRole<HTMLImageElement>("img", { name: "Harbour" }).getAttribute("src")).toBeNull();
});

test("the warning disappears when its picture is removed", async () => {
  const { user } = openSite("/artwork/add", artistNetwork([harbour]));
  await pick(user);
  await warning();
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expectNoWarning();
});

test("a file that replaces an artwork's picture shows the warning too", async () => {
  const { user } = openSite(`${ONE.slice(4)}/edit`, artistNetwork([harbour]));
  await screen.findByTestId("picture");
  expectNoWarning();
  await pick(user);
  await warning();
});

test.each([
  ["nothing looks like it", (network: Site["network"]) => network.on(COPIES, ok({ items: [] }))],
  ["it can't be compared", (network: Site["network"]) => network.on(COPIES, failure("internal"))],
  ["it was compared too often", (network: Site["network"]) => network.on(COPIES, failure("too_many_requests"))],
  ["the network is down", (network: Site["network"]) => network.cut(COPIES)],
])("if %s, no warning is shown", async (_what, answer) => {
  const network = artistNetwork();
  answer(network);
  const { user } = openSite("/artwork/add", network);
  await pick(user);
  await isReady();
  await waitFor(() => expect(network.to(COPIES)).not.toEqual([]));
  expectNoWarning();
  expect(screen.getByTestId("toaster").textContent).toBe("");
});

test("the list of several pictures marks those with a warning, whichever form is shown", async () => {
  const { user, network } = openSite("/artwork/add", artistNetwork([harbour]));
  const [first, second] = [aFile("image/png", "a.png"), new File(["another picture"], "b.png", { type: "image/png" })];
  // Either may be announced first.
  network.on("POST /api/artwork/media", ({ body }) => {
    const { bytes } = body as { readonly bytes: number };
    return ok({ mediaId: toId(bytes === second.size ? 70 : 71), upload: { url: "/bucket", fields: {} } }, 201);
  });
  const state = { mediaId: toId(71), status: "ready", reason: null, previews: [], placeholder: null };
  network.on(`GET /api/artwork/media/${toId(71)}`, ok({ ...state, width: null, height: null }));
  network.on(`GET /api/artwork/media/${toId(71)}/copies`, ok({ items: [] }));
  await pick(user, [first, second]);
  const familiar = await screen.findByRole("button", { name: /Looks familiar$/ });
  expectNoWarning();
  expect(await screen.findByText(/^One picture looks like other people's artwork/)).toBeTruthy();
  await user.click(familiar);
  await warning();
});
