import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchScripts } from "#web/script-errors.ts";

let sent: [string, Blob][] = [];
const stop = new AbortController();

const added = window.addEventListener.bind(window);
beforeEach(() => {
  sent = [];
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
  const script = document.createElement("script");
  document.head.append(script);
  script.dispatchEvent(new Event("error"));
  script.remove();
  report("error");
  for (let index = 0; index < 9; index++) fail(`${window.location.origin}/assets/artwork-1a2b.js`);
  const kinds = ["error", "rejection", "load", "error", "error"];
  expect(await listReports()).toEqual(
    kinds.map((kind) => ["/api/script_errors", "application/json", { page: "/artwork/:id", kind }]),
  );
  stop.abort();
});
