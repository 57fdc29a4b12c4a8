import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MissingButton } from "#web/ui/missing-part.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { renderAt } from "../support/render-at.tsx";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  toast.clear();
  vi.restoreAllMocks();
});

interface Props {
  readonly onClose?: () => void;
}

const failImport = () => Promise.reject(new TypeError("Failed to fetch the module"));

/** Fails until it works. */
function failAtFirst() {
  const state = { works: false };
  const load = async () => (state.works ? { default: () => <p>The part</p> } : failImport());
  return { state, load };
}

test("a part whose script fails to load shows an error in its place, and comes back when tried again", async () => {
  const { state, load } = failAtFirst();
  const Part = lazyPart<Props>(load);
  renderAt(
    "/here",
    <>
      <p>The rest</p>
      <Part fallback={<p>Room for it</p>} />
    </>,
  );
  screen.getByText("Room for it");
  await screen.findByText(MESSAGES.partMissing);
  screen.getByText("The rest");
  expect(screen.queryByText("Room for it")).toBeNull();
  state.works = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("The part");
  expect(screen.queryByText(MESSAGES.partMissing)).toBeNull();
});

test("where the browser keeps the failure, trying again reloads the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const Part = lazyPart<Props>(failImport);
  renderAt("/here", <Part />);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test("a page without a network isn't reloaded", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const Part = lazyPart<Props>(failImport);
  renderAt("/here", <Part />);
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Try again" })).disabled).toBe(true);
});

test("a missing button is replaced by one that tries again", async () => {
  const { state, load } = failAtFirst();
  const Part = lazyPart<Props>(load, MissingButton);
  renderAt("/here", <Part />);
  const retry = await screen.findByRole("button", { name: `${MESSAGES.partMissing}: try again` });
  state.works = true;
  await userEvent.click(retry);
  await screen.findByText("The part");
});

test("an optional part that fails to load is left out silently, and loads again when next shown", async () => {
  const { state, load } = failAtFirst();
  const Part = lazyPart<Props>(load, null);
  renderAt("/here", <Part fallback={<p>Room for it</p>} />);
  await vi.waitFor(() => expect(screen.queryByText("Room for it")).toBeNull());
  expect([toast.current(), document.body.innerText.trim()]).toEqual([null, ""]);
  cleanup();
  state.works = true;
  renderAt("/here", <Part />);
  await screen.findByText("The part");
});

test("a dialog whose script fails to load closes with an error toast each time, until it loads", async () => {
  const { state, load } = failAtFirst();
  const Part = lazyPart<Props>(load);
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen ? <Part onClose={() => setOpen(false)} /> : <p>Closed</p>}
      </>
    );
  }
  renderAt("/here", <Opener />);
  for (const press of ["first", "second"]) {
    await userEvent.click(screen.getByRole("button"));
    const expected = { text: MESSAGES.partMissing, action: { label: "Reload" } };
    await vi.waitFor(() => expect(toast.current(), press).toMatchObject(expected));
    await screen.findByText("Closed");
    toast.clear();
  }
  state.works = true;
  await userEvent.click(screen.getByRole("button"));
  await screen.findByText("The part");
});
