import { reportScriptError } from "#shared/contract/support.ts";
import { matchPage } from "./match-page.ts";

type Kind = "error" | "rejection" | "load";

/** Reports per page load: repeated failures add nothing. */
const MAX_REPORTS = 5;

/** Longer than leaving a page takes. */
const LEAVING_MS = 10_000;

/** False for what browser extensions bring, whose errors have another origin or none. */
const isOwn = (address: string | undefined) => address?.startsWith(`${window.location.origin}/`) ?? false;

/** A preload that fails isn't missed: the import that follows it fails too if the file is gone. */
const isPageFile = (target: EventTarget | null) =>
  target instanceof HTMLScriptElement
    ? isOwn(target.src)
    : target instanceof HTMLLinkElement && target.rel === "stylesheet" && isOwn(target.href);

/** The browser's note that sizes settle in the next frame. */
const RESIZE_NOTE = "ResizeObserver loop";

/**
 * Reports script failures with only the page's pattern and the kind, as errors may contain personal data. Returns the reporter,
 * for errors that React catches.
 */
export function watchScripts() {
  // From here on the page's inline script reports nothing.
  document.documentElement.dataset.watched = "";
  let reportCount = 0;
  let isLeaving = false;
  const report = (kind: Kind) => {
    const page = matchPage(window.location.pathname)?.path;
    if (!page || isLeaving || reportCount++ >= MAX_REPORTS) return;
    const body = new Blob([JSON.stringify({ page, kind })], { type: "application/json" });
    navigator.sendBeacon?.(reportScriptError.path, body);
  };
  const onError = ({ target, filename, message }: ErrorEvent) => {
    if (isPageFile(target)) report("load");
    else if (isOwn(filename) && !message.startsWith(RESIZE_NOTE)) report("error");
  };
  // Load errors of elements don't bubble, so listen in the capture phase.
  window.addEventListener("error", onError, { capture: true });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    const [address] = /[\w-]+:\/\/\S+/.exec(reason?.stack) ?? [];
    if (isOwn(address)) report("rejection");
  });
  // Browsers cut off what still loads when a page is left; a page that stays reports again.
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    }, LEAVING_MS);
  });
  // iOS fires no beforeunload; a page can return from the browser's cache.
  window.addEventListener("pagehide", () => {
    isLeaving = true;
  });
  window.addEventListener("pageshow", () => {
    isLeaving = false;
  });
  return report;
}
