import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Toaster, toast } from "#web/ui/toaster.tsx";
import { renderAt } from "../support/render-at.tsx";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  toast.clear();
  vi.restoreAllMocks();
});

interface Props {
  readonly onClose?: () => void;
}

const lostPart = () => lazyPart<Props>(() => Promise.reject(new TypeError("Failed to fetch the module")));

test("a part whose script doesn't come is left out, and the page can be loaded anew", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const Part = lostPart();
  renderAt(
    "/here",
    <>
      <p>The rest</p>
      <Part instead={<p>Room for it</p>} />
      <Toaster />
    </>,
  );
  await screen.findByText(MESSAGES.partMissing);
  screen.getByText("The rest");
  screen.getByText("Room for it");
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("nothing is loaded anew without a network", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const Part = lostPart();
  renderAt("/here", <Part />);
  await vi.waitFor(() => expect(toast.current()).toMatchObject({ text: MESSAGES.partMissing, action: undefined }));
});

test("a dialog whose script doesn't come closes, and says so at each press", async () => {
  const Part = lostPart();
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
    await vi.waitFor(() => expect(toast.current()?.text, press).toBe(MESSAGES.partMissing));
    await screen.findByText("Closed");
    toast.clear();
  }
});
