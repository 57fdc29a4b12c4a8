import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
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

test("a part whose script fails to load shows an error in its place with a button to reload", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const Part = lazyPart<Props>(failImport);
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
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("a page without a network isn't reloaded", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const Part = lazyPart<Props>(failImport);
  renderAt("/here", <Part />);
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Reload" })).disabled).toBe(true);
});

test("an optional part that fails to load is left out silently", async () => {
  const Part = lazyPart<Props>(failImport, null);
  renderAt("/here", <Part fallback={<p>Room for it</p>} />);
  await vi.waitFor(() => expect(screen.queryByText("Room for it")).toBeNull());
  expect([toast.current(), document.body.innerText.trim()]).toEqual([null, ""]);
});

test("a dialog whose script fails to load closes, with an error toast each time", async () => {
  const Part = lazyPart<Props>(failImport);
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
});
