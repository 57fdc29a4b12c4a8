import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reportScriptError } from "#shared/contract/support.ts";
import { remembered } from "#web/remembered.ts";
import { browserTabs } from "#web/session/tabs.ts";
import { system } from "#web/theme/system.ts";
import { BACKGROUNDS, LIGHT, printLight, type Theme, themeChoice } from "#web/theme/theme-choice.ts";
import { clearStored } from "../support/clear-stored.ts";

const SOURCES = path.resolve(import.meta.dirname, "../../../web");
const THEMES: readonly Theme[] = ["dark", "light"];

/** A semantic colour's value in a theme, as a hex code. */
function toHex(name: string, theme: Theme): string {
  const token = system.tokens.getByName(`colors.${name}`);
  const { base = "", _light = base }: Record<string, string> = token?.extensions.conditions ?? {};
  const value: string = token?.extensions.conditions ? (theme === LIGHT ? _light : base) : (token?.originalValue ?? "");
  const reference = /^\{colors\.(.+)\}$/.exec(value)?.[1];
  return reference ? toHex(reference, theme) : value;
}

describe.each(THEMES)("contrast in the %s theme", (theme) => {
  const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

  function luminance(hex: string): number {
    const full = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(full.slice(at, at + 2), 16) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(ink: string, ground: string): number {
    const luminances = [ink, ground].map((name) => luminance(toHex(name, theme)));
    const [light = 0, dark = 0] = luminances.sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  test.each([
    ["fg", "bg"],
    ["fg", "bg.panel"],
    ["fg", "bg.muted"],
    ["fg", "bg.emphasized"],
    ["fg.muted", "bg"],
    ["fg.muted", "bg.panel"],
    ["fg.muted", "bg.muted"],
    ["fg.subtle", "bg"],
    ["fg.subtle", "bg.panel"],
    ["fg.error", "bg.panel"],
    ["fg.error", "bg.error"],
    ["fg.success", "bg.success"],
    ["accent.fg", "bg"],
    ["accent.fg", "bg.panel"],
    ["accent.fg", "accent.subtle"],
    ["accent.fg", "accent.muted"],
    ["accent.contrast", "accent.solid"],
    ["neutral.contrast", "neutral.solid"],
    ["neutral.fg", "neutral.subtle"],
    ["red.contrast", "red.solid"],
    ["red.fg", "bg.error"],
  ])("%s is readable on %s", (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["bg", "bg.panel"])("a field's border and the focus ring have enough contrast with %s", (ground) => {
    expect(contrast("border.emphasized", ground)).toBeGreaterThanOrEqual(3);
    expect(contrast("accent.focusRing", ground)).toBeGreaterThanOrEqual(3);
  });
});

describe("the page before any of the site's scripts", () => {
  const html = readFileSync(path.join(SOURCES, "index.html"), "utf8");
  const css = readFileSync(path.join(SOURCES, "src/first-paint.css"), "utf8");
  const own = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";

  const root = document.documentElement;
  const MARKS = ["data-returning", "data-consented"];

  /** Runs the page's inline script as a browser does before the first paint. */
  const open = (isSupported = true) => {
    vi.stubGlobal("CSS", { supports: () => isSupported });
    document.head.querySelector("meta[name=theme-color]")?.remove();
    document.head.insertAdjacentHTML("beforeend", '<meta name="theme-color" content="">');
    new Function(own)();
  };

  afterEach(() => {
    clearStored();
    for (const name of MARKS) root.removeAttribute(name);
    root.className = "";
    // Ends what startSite listens to.
    window.dispatchEvent(new Event("pagehide"));
    vi.restoreAllMocks();
  });

  test("has the backgrounds of both themes", () => {
    for (const theme of THEMES) {
      expect(BACKGROUNDS[theme]).toBe(toHex("bg", theme));
      expect(css).toContain(`background: ${BACKGROUNDS[theme]}`);
    }
    expect(html).toContain(`<meta name="theme-color" content="${BACKGROUNDS.dark}"`);
    expect(own).toContain(BACKGROUNDS.light);
  });

  test("is dark unless light was chosen in this browser", () => {
    open();
    expect(themeChoice.current()).toBe("dark");
    themeChoice.choose("light");
    document.documentElement.className = "";
    open();
    expect(themeChoice.current()).toBe("light");
    themeChoice.choose("dark");
    document.documentElement.className = "";
    open();
    expect(themeChoice.current()).toBe("dark");
  });

  test("colours the browser's bar like the background", () => {
    remembered.set("theme", "light");
    open();
    expect(document.querySelector("meta")?.content).toBe(BACKGROUNDS.light);
  });

  test("marks that somebody was signed in and that cookies were accepted", () => {
    const marks = () => MARKS.filter((name) => root.hasAttribute(name));
    open();
    expect(marks()).toEqual([]);
    browserTabs().rememberSignedIn(true);
    remembered.set("consent", "1");
    open();
    expect(marks()).toEqual(["data-returning", "data-consented"]);
    root.removeAttribute("data-returning");
    browserTabs().rememberSignedIn(false);
    open();
    expect(marks()).toEqual(["data-consented"]);
  });

  describe("adds the site's scripts", () => {
    const names = (isSupported: boolean) => {
      const held = document.createElement("template");
      held.id = "scripts";
      held.innerHTML = `<script type="text/x-polyfills"></script><script type="text/x-site"></script>`;
      document.body.replaceChildren(held);
      open(isSupported);
      (window as unknown as { startSite(): void }).startSite();
      const added = [...document.head.querySelectorAll("script")];
      for (const script of added) script.remove();
      held.remove();
      return added.map(({ type }) => type.replace("text/x-", ""));
    };

    test("without polyfills where nothing is missing", () => {
      expect(names(true)).toEqual(["site"]);
    });

    test("with polyfills where something is missing", () => {
      vi.stubGlobal("URL", {});
      expect(names(true)).toEqual(["polyfills", "site"]);
    });

    test("not where the browser is too old, which the page says instead of asking for cookies", () => {
      expect(names(false)).toEqual([]);
      expect(root.dataset.consented).toBe("");
      expect(html).toContain('<p id="old-browser">%OLD_BROWSER_NOTICE%</p>');
    });
  });

  describe("if the site's entry script fails", () => {
    const sent: [string, Blob][] = [];
    const line = document.createElement("p");

    beforeEach(() => {
      sent.length = 0;
      const sendBeacon = (url: string, body: Blob) => sent.push([url, body]) > 0;
      vi.stubGlobal("navigator", { vendor: "", sendBeacon });
      line.id = "old-browser";
      const held = Object.assign(document.createElement("template"), { id: "scripts", innerHTML: "<script></script>" });
      document.body.replaceChildren(held, line);
      open();
      (window as unknown as { startSite(): void }).startSite();
    });
    afterEach(() => {
      delete root.dataset.watched;
      vi.unstubAllGlobals();
    });

    const fail = (filename: string) => window.dispatchEvent(new ErrorEvent("error", { filename }));
    const OWN = `${window.location.origin}/assets/index-1.js`;

    test("the page reports it once and says so, and its cookie notice doesn't stay", async () => {
      fail(OWN);
      fail(OWN);
      expect(sent).toHaveLength(1);
      const [[url, body] = ["", new Blob()]] = sent;
      expect(url).toBe(reportScriptError.path);
      expect(reportScriptError.body.parse(JSON.parse(await body.text()))).toEqual({ page: "/", kind: "load" });
      expect([line.textContent, line.style.display]).toEqual(["%START_FAILED%", "block"]);
      expect(root.dataset.consented).toBe("");
    });

    test("nothing is said of other scripts, of a page that is left, and once the site reports itself", () => {
      fail("chrome-extension://abc/content.js");
      fail("");
      root.dataset.watched = "";
      fail(OWN);
      delete root.dataset.watched;
      window.dispatchEvent(new Event("pagehide"));
      fail(OWN);
      expect(sent).toEqual([]);
    });
  });

  test("reads no storage, which a fresh browser would have to open first", () => {
    const read = vi.fn();
    const storage = new Proxy({}, { get: read, has: read, ownKeys: read });
    vi.stubGlobal("localStorage", storage);
    vi.stubGlobal("sessionStorage", storage);
    open();
    vi.unstubAllGlobals();
    expect(read).not.toHaveBeenCalled();
  });

  test("contains one inline script, no event handlers and nothing from other origins", () => {
    expect(html.match(/<script(?![^>]*\ssrc=)/g)).toHaveLength(1);
    expect(html).not.toMatch(/\son\w+=/);
    expect(html).not.toMatch(/https?:\/\//);
  });
});

test("a choice in one tab applies to the others and notifies subscribers", async () => {
  const received: Theme[] = [];
  const stop = themeChoice.subscribe(() => received.push(themeChoice.current()));
  const otherTab = new BroadcastChannel("theme");
  otherTab.postMessage("no theme");
  otherTab.postMessage("light");
  await vi.waitFor(() => expect(received).toEqual(["light"]));
  const messageReceived = new Promise((resolve) => otherTab.addEventListener("message", ({ data }) => resolve(data)));
  themeChoice.choose("dark");
  expect(await messageReceived).toBe("dark");
  stop();
  otherTab.close();
  themeChoice.choose("light");
  expect(received).toEqual(["light", "dark"]);
});

test("printing uses the light theme, and the chosen theme returns afterwards", () => {
  const stop = printLight();
  for (const theme of ["dark", "light"] as const) {
    themeChoice.choose(theme);
    window.dispatchEvent(new Event("beforeprint"));
    expect(themeChoice.current()).toBe("light");
    window.dispatchEvent(new Event("afterprint"));
    expect(themeChoice.current()).toBe(theme);
  }
  stop();
});

test("if channels between tabs are forbidden, a theme still applies in its own tab", () => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw new DOMException("Storage is forbidden", "SecurityError");
      }
    },
  );
  const received: Theme[] = [];
  const stop = themeChoice.subscribe(() => received.push(themeChoice.current()));
  browserTabs().subscribe(() => {});
  themeChoice.choose("dark");
  stop();
  vi.unstubAllGlobals();
  expect(received).toEqual(["dark"]);
});
