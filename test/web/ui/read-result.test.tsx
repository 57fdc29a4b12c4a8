import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, networkError } from "#web/api/response.ts";
import { ReadResult } from "#web/ui/read-result.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(() => void vi.restoreAllMocks());

const read = (over: { data?: string; error?: ApiError; mutate?: () => void }) => ({
  data: undefined,
  error: undefined,
  mutate: () => {},
  ...over,
});

const show = (of: ReturnType<typeof read>) =>
  renderAt(
    "/here",
    <ReadResult read={of} fallback="Waiting">
      {(data) => <p>{data}</p>}
    </ReadResult>,
  );

test("shows the placeholder, then the data", () => {
  show(read({}));
  expect(screen.getByText("Waiting")).toBeTruthy();
  show(read({ data: "Here" }));
  expect(screen.getByText("Here")).toBeTruthy();
});

test.each([
  ["finds nothing", new ApiError({ status: 404, code: "artwork_not_found", message: "no" })],
  ["refuses an id that can't be one", new ApiError({ status: 400, code: "invalid_request", message: "no" })],
])("goes to the 404 page when the read %s", async (_, error) => {
  const at = show(read({ error }));
  await waitFor(() => expect(at.path).toBe("/404"));
});

test.each([
  ["breaks", new ApiError({ status: 500, code: "internal", message: "no" })],
  ["gets no answer", networkError()],
])("shows the 500 page with a retry button when the read %s", async (_, error) => {
  let again = 0;
  const at = show(
    read({
      error,
      mutate: () => {
        again += 1;
      },
    }),
  );
  expect(screen.getByRole("heading", { name: "500", level: 1 })).toBeTruthy();
  expect(screen.getByText("An error occurred")).toBeTruthy();
  await at.user.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toBe(1);
});

test("shows that the browser is offline instead of an error", () => {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  show(read({ error: networkError() }));
  expect(screen.getByRole("heading", { name: "You are offline", level: 1 })).toBeTruthy();
  expect(screen.queryByText(/500|An error occurred/)).toBeNull();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("retries once the browser is online", async () => {
  const onLine = vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  let again = 0;
  show(
    read({
      error: networkError(),
      mutate: () => {
        again += 1;
      },
    }),
  );
  screen.getByText("This page will load once you're back online.");
  expect(again).toBe(0);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(again).toBe(1);
  expect(screen.getByRole("heading", { name: "500", level: 1 })).toBeTruthy();
});

test("keeps showing cached data when a later read fails", () => {
  show(read({ data: "Still here", error: networkError() }));
  expect(screen.getByText("Still here")).toBeTruthy();
});

test("a part that fails to show its data leaves the page around it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let isBroken = true;
  function Part() {
    if (isBroken) throw new TypeError("Broken");
    return <p>The part</p>;
  }
  const { user } = renderAt(
    "/here",
    <>
      <p>The rest</p>
      <ReadResult read={read({ data: "Here" })} fallback="Waiting">
        {() => <Part />}
      </ReadResult>
    </>,
  );
  screen.getByText("The rest");
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByText("The part");
});
