import { reportScriptError } from "#shared/contract/support.ts";
import { matchPage } from "./match-page.ts";

type Kind = "error" | "rejection" | "load";

/** Reports per page load: repeated failures add nothing. */
const MAX_REPORTS = 5;

/** Longer than leaving a page takes. */
const LEAVING_MS = 10_000;

/** A preload that fails isn't missed: the import that follows it fails too if the file is gone. */
const isPageFile = (target: EventTarget | null) =>
  target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet");

/**
 * Reports script failures with only the page's pattern and the kind, as errors may contain personal data. Returns the reporter,
 * for errors that React catches.
 */
export function watchScripts() {
  let reportCount = 0;
  let isLeaving = false;
  const report = (kind: Kind) => {
    const page = matchPage(window.location.pathname)?.path;
    if (!page || isLeaving || reportCount++ >= MAX_REPORTS) return;
    const body = new Blob([JSON.stringify({ page, kind })], { type: "application/json" });
    navigator.sendBeacon?.(reportScriptError.path, body);
  };
  const onError = ({ target, filename }: ErrorEvent) => {
    if (isPageFile(target)) report("load");
    // Ignores browser extensions, whose errors have another origin or none.
    else if (filename?.startsWith(window.location.origin)) report("error");
  };
  // Load errors of elements don't bubble, so listen in the capture phase.
  window.addEventListener("error", onError, { capture: true });
  window.addEventListener("unhandledrejection", () => report("rejection"));
  // Browsers cut off what still loads when a page is left; a page that stays reports again.
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    }, LEAVING_MS);
  });
  return report;
}
