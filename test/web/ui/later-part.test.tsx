import { act } from "@testing-library/react";
import { StrictMode, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { MemoryRouter, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LaterPart } from "#web/ui/later-part.tsx";

type Observed = (entries: readonly { isIntersecting: boolean; target: Element }[]) => void;

let changeView: Observed | undefined;
const observed = new Set<Element>();

class FakeObserver {
  constructor(callback: Observed) {
    changeView = callback;
  }
  observe(element: Element) {
    observed.add(element);
  }
  unobserve(element: Element) {
    observed.delete(element);
  }
  disconnect() {
    observed.clear();
  }
}

let setNoun: (noun: string) => void = () => {};
let setTitle: (title: string) => void = () => {};
let go: (path: string) => void = () => {};
let renderings = 0;

function Counter({ noun, title }: { readonly noun: string; readonly title: string | undefined }) {
  const [count, setCount] = useState(0);
  renderings += 1;
  return <button type="button" title={title} onClick={() => setCount(count + 1)}>{`${count} ${noun}`}</button>;
}

function Page() {
  const [noun, set] = useState("hearts");
  const [title, changeTitle] = useState<string>();
  const [, renderAgain] = useState(0);
  setTitle = changeTitle;
  setNoun = (next) => (next === noun ? renderAgain((times) => times + 1) : set(next));
  go = useNavigate();
  return (
    <LaterPart of={noun}>
      <Counter noun={noun} title={title} />
    </LaterPart>
  );
}

const site = (
  <StrictMode>
    <MemoryRouter>
      <Page />
    </MemoryRouter>
  </StrictMode>
);

/** The page as a server renders it. */
const SENT = '<div style="min-width:0"><!--$--><button type="button">0 hearts</button><!--/$--></div>';

const roots: Root[] = [];
const failures: unknown[] = [];

/** Hydrates the page as a server sent it; returns the button that was in it. */
async function open() {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = SENT;
  await act(async () => {
    roots.push(hydrateRoot(container, site, { onRecoverableError: (error) => void failures.push(error) }));
  });
  renderings = 0;
  const button = container.querySelector("button");
  if (!button) throw new Error("The server sent no button");
  return button;
}

beforeEach(() => vi.stubGlobal("IntersectionObserver", FakeObserver));

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  observed.clear();
  vi.useRealTimers();
  document.body.replaceChildren();
  expect(failures.splice(0)).toEqual([]);
});

test("is hydrated once it is near the viewport", async () => {
  const button = await open();
  const [element] = observed;
  if (!element) throw new Error("Nothing is observed");
  await act(async () => changeView?.([{ isIntersecting: false, target: element }]));
  await act(async () => setNoun("hearts"));
  expect(renderings).toBe(0);
  await act(async () => {
    changeView?.([{ isIntersecting: true, target: element }]);
    await new Promise((done) => setTimeout(done, 5));
  });
  expect(renderings).toBeGreaterThan(0);
  expect(document.querySelector("button")).toBe(button);
});

test("is hydrated after three seconds wherever it is", async () => {
  vi.useFakeTimers();
  await open();
  await act(async () => vi.advanceTimersByTimeAsync(2999));
  expect(renderings).toBe(0);
  await act(async () => vi.advanceTimersByTimeAsync(200));
  expect(renderings).toBeGreaterThan(0);
});

test("is hydrated three seconds after it came, where another part came earlier and is still there", async () => {
  vi.useFakeTimers();
  await open();
  await act(async () => vi.advanceTimersByTimeAsync(4000));
  await open();
  await act(async () => vi.advanceTimersByTimeAsync(2990));
  expect(renderings).toBe(0);
  await act(async () => vi.advanceTimersByTimeAsync(200));
  expect(renderings).toBeGreaterThan(0);
});

test("shares its timer with the parts that came with it", async () => {
  vi.useFakeTimers();
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = SENT.repeat(3);
  const parts = ["a", "b", "c"].map((part) => (
    <LaterPart key={part} of={part}>
      <button type="button">0 hearts</button>
    </LaterPart>
  ));
  await act(async () => void roots.push(hydrateRoot(container, <MemoryRouter>{parts}</MemoryRouter>)));
  expect(vi.getTimerCount()).toBe(1);
});

test("waits for nothing any more once it is hydrated", async () => {
  const button = await open();
  await act(async () => button.click());
  expect(observed.size).toBe(0);
});

test("handles the press that comes before its hydration", async () => {
  const button = await open();
  await act(async () => button.click());
  expect(button.textContent).toBe("1 hearts");
  expect(document.querySelector("button")).toBe(button);
});

test.each([
  ["what it shows changes", () => setNoun("stars"), "0 stars"],
  ["the address changes", () => go("/elsewhere"), "0 hearts"],
])("keeps its elements when %s before its hydration", async (_, change, text) => {
  const button = await open();
  await act(async () => change());
  expect(button.textContent).toBe(text);
  expect(document.querySelector("button")).toBe(button);
  await act(async () => button.click());
  expect(button.textContent).toBe(text.replace("0", "1"));
});

test("shows what its parent rendered before its hydration, though it is of the same", async () => {
  const button = await open();
  await act(async () => setTitle("as many as stars"));
  expect(renderings).toBe(0);
  await act(async () => button.click());
  expect([button.title, button.textContent]).toEqual(["as many as stars", "1 hearts"]);
  expect(document.querySelector("button")).toBe(button);
});
