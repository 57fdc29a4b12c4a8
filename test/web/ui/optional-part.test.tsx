import { screen } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { OptionalPart } from "#web/ui/optional-part.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(() => void vi.restoreAllMocks());

test("a part whose script doesn't load is left out, and the rest of the page stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const tried = vi.fn();
  const Part = lazy(async (): Promise<never> => {
    tried();
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  renderAt(
    "/here",
    <>
      <p>The rest</p>
      <OptionalPart>
        <Part />
      </OptionalPart>
    </>,
  );
  await vi.waitFor(() => expect(tried).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByText("The rest")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "500" })).toBeNull();
});
