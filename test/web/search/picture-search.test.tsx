import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, pageReply } from "../artwork/given.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const FOUND = `/similar?likeness=${"A".repeat(64)}&color=blue`;
const picture = new File(["picture"], "dusk.jpg", { type: "image/jpeg" });

vi.mock("#web/features/search/look-address.ts", () => ({
  buildSimilarPath: async (file: File) => {
    if (file.name.endsWith(".txt")) throw new Error("no picture");
    return FOUND;
  },
}));

function openHome() {
  const network = createSiteNetwork();
  network.on("GET /api/similar", pageReply([aCard(1)]));
  return openSite("/faq", network);
}

test("dropping a picture on the search box searches for it without uploading it", async () => {
  const { network } = openHome();
  const [box] = await screen.findAllByRole("search");
  fireEvent.drop(box as HTMLElement, { dataTransfer: { types: ["Files"], files: [picture] } });
  await screen.findByRole("heading", { name: "Similar to your picture", level: 1 });
  await screen.findByRole("article");
  const [asked] = network.to("GET /api/similar");
  expect(asked?.body).toBeUndefined();
});

test("a chosen picture is searched for, and a file that is no picture is refused with a toast", async () => {
  const { at, user } = openHome();
  const choose = async (file: File) => {
    const opened = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => {});
    const [button] = await screen.findAllByRole("button", { name: "Search by picture" });
    await user.click(button as HTMLElement);
    const [input] = opened.mock.contexts as HTMLInputElement[];
    opened.mockRestore();
    await user.upload(input as HTMLInputElement, file);
  };
  await choose(new File(["a"], "a.txt", { type: "image/png" }));
  await vi.waitFor(() => expect(screen.getByTestId("toaster").textContent).toBe(MESSAGES.fileDamaged));
  expect(at.path).toBe("/faq");
  await choose(picture);
  await screen.findByRole("heading", { name: "Similar to your picture", level: 1 });
});

test("a URL without a valid picture finds nothing and sends no request", async () => {
  const network = createSiteNetwork();
  openSite("/similar?likeness=short&color=mauve", network);
  await screen.findByText("No similar artwork");
  expect(network.to("GET /api/similar")).toEqual([]);
});
