import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aFile, fakeBrowser, ok, pageReply, toId } from "./given.ts";

function artistNetwork() {
  const network = createSiteNetwork({ features: { payments: true } });
  network.on("POST /auth/refresh_token", buildSession("first", aUser({ onboarded: true })));
  network.on(
    "POST /api/artwork/media",
    ok({ mediaId: toId(70), upload: { url: "/bucket", fields: { key: "k" } } }, 201),
  );
  network.on(
    `GET /api/artwork/media/${toId(70)}`,
    ok({
      mediaId: toId(70),
      status: "ready",
      reason: null,
      previews: [],
      placeholder: null,
      width: null,
      height: null,
    }),
  );
  network.on("POST /api/artwork", ok({ artworkId: toId(1), versionId: toId(5001) }, 201));
  network.on(`GET /api/users/${aUser().id}/my_artwork`, pageReply([]));
  return network;
}

const openForm = () => openSite("/artwork/add", artistNetwork());

type Site = ReturnType<typeof openForm>;

async function pickThree(user: Site["user"]) {
  await user.upload(
    await screen.findByTestId<HTMLInputElement>("picture"),
    ["a.png", "b.png", "c.png"].map((name) => aFile("image/png", name)),
  );
  await waitFor(() => expect(pictures().filter(({ status }) => status === "Ready")).toHaveLength(3));
}

const pictures = () =>
  within(screen.getByRole("region", { name: /pictures$/ }))
    .getAllByRole("listitem")
    .map((item) => {
      const [name, status] = [...item.querySelectorAll("span")].map(({ textContent }) => textContent).slice(-2);
      return { name, status, isShown: within(item).getByRole("button").getAttribute("aria-current") === "true" };
    });

const titleField = () => screen.getByLabelText<HTMLInputElement>("Title");

async function show(user: Site["user"], name: string) {
  await user.click(screen.getByRole("button", { name: new RegExp(`^${name}`) }));
}

async function fillTerms(user: Site["user"]) {
  for (const [group, choice] of [
    ["Price", /^Free/],
    ["License", /^Personal/],
  ] as const) {
    await user.click(within(screen.getByRole("group", { name: group })).getByRole("radio", { name: choice }));
  }
}

async function titleAll(user: Site["user"], titles: Readonly<Record<string, string>>) {
  for (const [name, title] of Object.entries(titles)) {
    await show(user, name);
    await user.type(titleField(), title);
  }
}

const titlesSent = ({ network }: Site) =>
  network.to("POST /api/artwork").map(({ body }) => (body as { artworkTitle: string }).artworkTitle);

beforeEach(() => void fakeBrowser());

test("several pictures are uploaded, given a title each and the same terms, and published with one press", async () => {
  const site = openForm();
  const { user, at } = site;
  await pickThree(user);
  expect(pictures().map(({ name, isShown }) => [name, isShown])).toEqual([
    ["a.png", true],
    ["b.png", false],
    ["c.png", false],
  ]);
  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Use these tags and terms for all" }));
  await titleAll(user, { "a.png": "Dawn", "b.png": "Noon", "c.png": "Dusk" });
  await user.click(screen.getByRole("button", { name: "Publish all" }));
  await waitFor(() => expect(at.path).toBe("/my_artwork"));
  expect(titlesSent(site)).toEqual(["Dawn", "Noon", "Dusk"]);
  expect(screen.getByTestId("toaster").textContent).toBe("3 artworks published");
});

test("an incomplete picture stays unpublished, and its form shows the missing field", async () => {
  const site = openForm();
  const { user } = site;
  await pickThree(user);
  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Use these tags and terms for all" }));
  await titleAll(user, { "a.png": "Dawn", "c.png": "Dusk" });
  await user.click(screen.getByRole("button", { name: "Publish all" }));
  expect(await screen.findByText(MESSAGES.required)).toBeTruthy();
  const heading = screen.getByRole("heading", { name: "Add artwork" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(titlesSent(site)).toEqual(["Dawn", "Dusk"]);
  await screen.findByText(/^2 artworks are published, but one picture isn't yet\./);
  expect(titleField().value).toBe("");
  await user.type(titleField(), "Noon");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(site.at.path).toBe("/my_artwork"));
});

test("one complete picture of three is published, and the page says so until the next attempt", async () => {
  const { user, network } = openForm();
  await pickThree(user);
  await user.type(titleField(), "Dawn");
  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Publish all" }));
  await screen.findByText(/^“Dawn” is published, but 2 pictures aren't yet\./);

  network.on("POST /api/artwork", failure("internal"));
  await fillTerms(user);
  await titleAll(user, { "b.png": "Noon" });
  await user.click(screen.getByRole("button", { name: "Publish all" }));
  await waitFor(() => expect(screen.queryByText(/is published/)).toBeNull());
});

test("published one by one, the next form follows", async () => {
  const { user } = openForm();
  await pickThree(user);
  await user.type(titleField(), "Dawn");
  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(pictures().map(({ name }) => name)).toEqual(["b.png", "c.png"]));
  expect(titleField().value).toBe("");
});

test("undo brings back a picture that was left out, with its title, and reverts shared terms", async () => {
  const { user } = openForm();
  await pickThree(user);
  await user.type(titleField(), "Dawn");
  await user.click(screen.getByRole("button", { name: "Leave this one out" }));
  expect(pictures().map(({ name }) => name)).toEqual(["b.png", "c.png"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(pictures()).toHaveLength(3);
  await show(user, "Dawn");
  expect(titleField().value).toBe("Dawn");

  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Use these tags and terms for all" }));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await show(user, "b.png");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Free/ }).checked).toBe(false);
});

test("a file that is picked twice is added once, with a message", async () => {
  const { user } = openForm();
  const [a, b, c] = ["a.png", "b.png", "c.png"].map((name) => aFile("image/png", name)) as [File, File, File];
  const input = await screen.findByTestId<HTMLInputElement>("picture");
  await user.upload(input, [a, b]);
  await user.upload(input, [b, c]);
  expect(pictures().map(({ name }) => name)).toEqual(["a.png", "b.png", "c.png"]);
  await screen.findByText("Already added: b.png");
  await user.upload(input, [a, b]);
  await screen.findByText("Already added: 2 of these pictures");
  expect(pictures()).toHaveLength(3);
});

test("drafts of all of them wait in the browser", async () => {
  const first = openForm();
  await pickThree(first.user);
  await titleAll(first.user, { "a.png": "Dawn", "c.png": "Dusk" });
  first.unmount();
  const { user } = openForm();
  await user.click(await screen.findByRole("button", { name: "Bring them back" }));
  expect(titleField().value).toBe("Dawn");
  expect(pictures()).toHaveLength(2);
  await show(user, "Dusk");
  await waitFor(() => expect(titleField().value).toBe("Dusk"));
});

test("shared terms are in the drafts, and discarding older drafts keeps what was typed since", async () => {
  const first = openForm();
  await pickThree(first.user);
  await fillTerms(first.user);
  await first.user.click(screen.getByRole("button", { name: "Use these tags and terms for all" }));
  first.unmount();
  const second = openForm();
  await screen.findByText(/^You started 3 artworks/);
  await second.user.type(await screen.findByLabelText("Title"), "Typed since");
  await second.user.click(screen.getByRole("button", { name: "Discard" }));
  second.unmount();
  openForm();
  await screen.findByText(/^You (?:began|started) an artwork/);
});

test("a removed picture has no status, and another one can replace it", async () => {
  const { user } = openForm();
  await pickThree(user);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(pictures()[0]).toMatchObject({ name: "No picture yet", status: "" });
  await user.upload(screen.getByTestId<HTMLInputElement>("picture"), aFile("image/png", "other.png"));
  await waitFor(() => expect(pictures()[0]).toMatchObject({ name: "other.png", status: "Ready" }));
});

test("a failure of the API stops all the others and says why", async () => {
  const site = openForm();
  const { user, network } = site;
  await pickThree(user);
  await fillTerms(user);
  await user.click(screen.getByRole("button", { name: "Use these tags and terms for all" }));
  await titleAll(user, { "a.png": "Dawn", "b.png": "Noon", "c.png": "Dusk" });
  network.on("POST /api/artwork", failure("internal"));
  await user.click(screen.getByRole("button", { name: "Publish all" }));
  await waitFor(() => expect(screen.getByTestId("toaster").textContent).toMatch(/^The artwork wasn't published/));
  expect(titlesSent(site)).toEqual(["Dawn"]);
  expect(pictures()).toHaveLength(3);
});
