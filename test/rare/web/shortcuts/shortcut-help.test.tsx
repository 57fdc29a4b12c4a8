import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openSite } from "#test/web/support/site.tsx";

test("a question mark opens the list of shortcuts, except in a text field", async () => {
  const { user } = openSite("/");
  const box = await screen.findByRole("combobox", { name: /search/i });
  await user.type(box, "why?");
  expect((box as HTMLInputElement).value).toBe("why?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.tab();
  box.blur();
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(screen.getByText("First and last picture in the row")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
