import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadMore } from "#web/ui/load-more.tsx";
import { renderAt } from "../support/render-at.tsx";

let report: (entries: readonly object[]) => void = () => {};

class FakeObserver {
  constructor(callback: typeof report) {
    report = callback;
  }
  observe() {}
  unobserve() {}
  disconnect() {}
}

const loadMore = vi.fn();

/** Reports the list's end as intersecting, at this offset from the viewport's top and this scroll position. */
function reportIntersection({ top, scrollY }: { readonly top: number; readonly scrollY: number }) {
  vi.stubGlobal("scrollY", scrollY);
  report([{ isIntersecting: true, boundingClientRect: { top } }]);
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.stubGlobal("innerHeight", 800);
  loadMore.mockClear();
  const pages = {
    items: [1],
    first: undefined,
    error: undefined,
    isLoading: false,
    isLoadingMore: false,
    hasMore: true,
  };
  renderAt("/", <LoadMore pages={{ ...pages, loadMore, reload: () => {} }} />);
});
afterEach(() => void vi.unstubAllGlobals());

describe("the next page of a list", () => {
  test("loads before anyone has scrolled to its end", () => {
    reportIntersection({ top: 1900, scrollY: 5000 });
    expect(loadMore).toHaveBeenCalledOnce();
  });

  test("loads if the first page is shorter than the screen", () => {
    reportIntersection({ top: 500, scrollY: 0 });
    expect(loadMore).toHaveBeenCalledOnce();
  });

  test("waits for the button after a jump to the footer", async () => {
    reportIntersection({ top: 200, scrollY: 9000 });
    expect(loadMore).not.toHaveBeenCalled();
    screen.getByRole("button", { name: "Show more" }).click();
    expect(loadMore).toHaveBeenCalledOnce();
  });
});
