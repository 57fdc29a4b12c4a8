import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchScripts } from "#web/script-errors.ts";

let sent: [string, Blob][] = [];
let stop = new AbortController();

const added = window.addEventListener.bind(window);
/** Other files share the navigator. */
const { sendBeacon } = navigator;
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
  Object.defineProperty(navigator, "sendBeacon", { configurable: true, writable: true, value: sendBeacon });
});

const listReports = () =>
  Promise.all(sent.map(async ([path, body]) => [path, body.type, JSON.parse(await body.text())]));
const OWN = `${window.location.origin}/assets/artwork-1a2b.js`;

const fail = (filename: string, message = "Ada isn't defined") =>
  window.dispatchEvent(new ErrorEvent("error", { message, filename, cancelable: true }));

const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));

/** An error that a script of this address threw. */
const createError = (file: string) =>
  Object.assign(new Error("Ada"), { stack: `Error: Ada\n    at read (${file}:1:2)` });

const createScript = (src = OWN) => Object.assign(document.createElement("script"), { type: "text/plain", src });

test("reports errors, rejections and failed files by page and kind, five at most and none of extensions", async () => {
  const report = watchScripts();
  fail("chrome-extension://abc/content.js");
  fail("");
  expect(sent).toEqual([]);
  fail(OWN);
  reject(createError(OWN));
  failToLoad(createScript());
  report("error");
  for (let index = 0; index < 9; index++) fail(OWN);
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

/** Its address is a property of its own, which loads nothing here. */
const createLink = (rel: string) =>
  Object.defineProperty(Object.assign(document.createElement("link"), { rel }), "href", { value: OWN });

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
  failToLoad(createScript());
  fail(OWN);
  reject(createError(OWN));
  report("error");
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  fail(OWN);
  expect(sent).toHaveLength(1);
});

test("tells of nothing that no visitor met", () => {
  watchScripts();
  fail(OWN, "ResizeObserver loop completed with undelivered notifications.");
  reject(createError("chrome-extension://abc/inpage.js"));
  reject(undefined);
  failToLoad(createScript("https://extension.test/inject.js"));
  expect(sent).toEqual([]);
});

test("tells of nothing while a page is left on iOS, which fires no beforeunload, but again of what returns from the cache", () => {
  watchScripts();
  window.dispatchEvent(new Event("pagehide"));
  fail(OWN);
  expect(sent).toEqual([]);
  window.dispatchEvent(new Event("pageshow"));
  fail(OWN);
  expect(sent).toHaveLength(1);
});
