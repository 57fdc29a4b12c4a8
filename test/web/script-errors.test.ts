import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchScripts } from "#web/script-errors.ts";

let sent: [string, Blob][] = [];
let stop = new AbortController();

const added = window.addEventListener.bind(window);
beforeEach(() => {
  sent = [];
  stop = new AbortController();
  // The window is shared, so each test removes its listeners.
  vi.spyOn(window, "addEventListener").mockImplementation((type: string, listener: unknown, options?: unknown) =>
    added(type, listener as EventListener, { ...(options as object), signal: stop.signal }),
  );
  Object.defineProperty(navigator, "sendBeacon", {
    configurable: true,
    value: (path: string, body: Blob) => sent.push([path, body]) > 0,
  });
  window.history.replaceState(null, "", "/artwork/0198f3a1-0000-7000-8000-000000000001?q=Ada");
});

afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
  Reflect.deleteProperty(navigator, "sendBeacon");
});

const listReports = () =>
  Promise.all(sent.map(async ([path, body]) => [path, body.type, JSON.parse(await body.text())]));
const fail = (filename: string) =>
  window.dispatchEvent(new ErrorEvent("error", { message: "Ada isn't defined", filename, cancelable: true }));

test("reports errors, rejections and failed files by page and kind, five at most and none of extensions", async () => {
  const report = watchScripts();
  fail("chrome-extension://abc/content.js");
  fail("");
  expect(sent).toEqual([]);
  fail(`${window.location.origin}/assets/artwork-1a2b.js`);
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("Ada") }));
  failToLoad(document.createElement("script"));
  report("error");
  for (let index = 0; index < 9; index++) fail(`${window.location.origin}/assets/artwork-1a2b.js`);
  const kinds = ["error", "rejection", "load", "error", "error"];
  expect(await listReports()).toEqual(
    kinds.map((kind) => ["/api/script_errors", "application/json", { page: "/artwork/:id", kind }]),
  );
});

/** Fails to load an element as a browser reports it. */
function failToLoad(element: HTMLElement) {
  document.head.append(element);
  element.dispatchEvent(new Event("error"));
  element.remove();
}

const createLink = (rel: string) => Object.assign(document.createElement("link"), { rel });

test("tells of a missing stylesheet, but of no preload, whose file is asked for again", async () => {
  watchScripts();
  failToLoad(createLink("modulepreload"));
  failToLoad(createLink("preload"));
  expect(sent).toEqual([]);
  failToLoad(createLink("stylesheet"));
  expect(sent).toHaveLength(1);
});

test("tells of nothing that breaks off while the page is left, but of what follows if it stays", () => {
  vi.useFakeTimers();
  const report = watchScripts();
  window.dispatchEvent(new Event("beforeunload"));
  failToLoad(document.createElement("script"));
  fail(`${window.location.origin}/assets/artwork-1a2b.js`);
  window.dispatchEvent(new Event("unhandledrejection"));
  report("error");
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  fail(`${window.location.origin}/assets/artwork-1a2b.js`);
  expect(sent).toHaveLength(1);
});
