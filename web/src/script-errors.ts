import { reportScriptError } from "#shared/contract/support.ts";
import { matchPage } from "./match-page.ts";

type Kind = "error" | "rejection" | "load";

/** Of one page load: what fails again and again says nothing new. */
const MOST = 5;

const isPageFile = (target: EventTarget | null) =>
  target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;

/**
 * Tells the stage that a script failed, by the page's pattern and the kind alone; what was thrown may hold words of a person, and
 * stays. Returns the same for errors that React catches.
 */
export function watchScripts() {
  let reportCount = 0;
  const report = (kind: Kind) => {
    const page = matchPage(window.location.pathname)?.path;
    if (!page || reportCount++ >= MOST) return;
    const body = new Blob([JSON.stringify({ page, kind })], { type: "application/json" });
    navigator.sendBeacon?.(reportScriptError.path, body);
  };
  const onError = ({ target, filename }: ErrorEvent) => {
    if (isPageFile(target)) report("load");
    // Errors of a browser's extensions have another origin, or none.
    else if (filename?.startsWith(window.location.origin)) report("error");
  };
  // Files that can't be loaded tell nobody above them, but on the way down.
  window.addEventListener("error", onError, { capture: true });
  window.addEventListener("unhandledrejection", () => report("rejection"));
  return report;
}
