import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { ok } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const aWords = (over: object = {}) => ({
  groups: ["sea ocean", "fog mist"],
  days: [
    { day: "2026-11-27", count: 3 },
    { day: "2026-11-28", count: 9 },
  ],
  missed: [{ words: "zeppelin", count: 7 }],
  ...over,
});

function open(words = aWords()) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["curation"] }));
  network.on("GET /api/admin/words", ok(words));
  return openSite("/admin/words", network);
}

const listGroups = () =>
  within(screen.getByRole("list", { name: "Groups of synonyms" }))
    .getAllByRole("listitem")
    .map((row) => row.firstElementChild?.textContent);

test("a group is changed with a reason", async () => {
  const { user, network } = open();
  await user.click(await screen.findByRole("button", { name: "Change sea ocean" }));
  await user.type(await screen.findByLabelText("Words"), " seascape");
  network.on("PATCH /api/admin/words", ok({ groups: ["sea ocean seascape", "fog mist"] }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Synonyms saved");
  expect(listGroups()).toEqual(["sea, ocean, seascape", "fog, mist"]);
  expect(network.to("PATCH /api/admin/words")[0]?.body).toEqual({
    add: "sea ocean seascape",
    remove: "sea ocean",
    reason: "Searches for one should find the other",
  });
});

test("one click begins a synonym of words that found nothing, and errors stand at the field", async () => {
  const { user, network } = open();
  await user.click(await screen.findByRole("button", { name: "Make a synonym of zeppelin" }));
  const words = await screen.findByLabelText<HTMLInputElement>("Words");
  expect(words.value).toBe("zeppelin ");
  network.on("PATCH /api/admin/words", failure("invalid_request", { add: MESSAGES.synonymsTooFew }));
  await user.type(words, "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(MESSAGES.synonymsTooFew);
  expect(words.getAttribute("aria-invalid")).toBe("true");
  network.on("PATCH /api/admin/words", ok({ groups: ["zeppelin airship"] }));
  await user.clear(words);
  await user.type(words, "zeppelin airship");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("zeppelin, airship");
});

test("removing a group that another operator changed shows the present ones", async () => {
  const { user, network } = open();
  await user.click(await screen.findByRole("button", { name: "Remove sea ocean" }));
  network.on("PATCH /api/admin/words", failure("synonyms_changed"));
  network.on("GET /api/admin/words", ok(aWords({ groups: ["sea lake"], missed: [] })));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  await screen.findByText("sea, lake");
  await screen.findByText(MESSAGES.synonymsChanged);
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});
