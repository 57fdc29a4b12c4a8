import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { chromium, type JSHandle } from "playwright-core";
import { installPackage } from "#bench/web/install-package.ts";
import { OLDEST_BROWSERS } from "#shared/browsers.ts";
import { freePort } from "#test/support/free-port.ts";

/** An element of a page, for real input. */
export interface PageElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  chooseFile(path: string): Promise<void>;
}

/** A page of a browser profile of its own. Scripts are expressions. */
export interface EnginePage {
  open(url: string): Promise<void>;
  run(script: string): Promise<unknown>;
  /** The element that a script results in; null if none. */
  find(script: string): Promise<PageElement | null>;
  resize(width: number, height: number): Promise<void>;
  capture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface RunningEngine {
  readonly version: string;
  newPage(): Promise<EnginePage>;
  close(): Promise<void>;
}

/** A browser of the tests. */
export interface Engine {
  readonly name: string;
  /** A sentence that says what is missing and how to install it; undefined if the engine can start. */
  missing(): string | undefined;
  start(): Promise<RunningEngine>;
}

const FOLDER = join(import.meta.dirname, "packages");

const findProgram = (name: string) => {
  const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
  return stdout.trim() || undefined;
};

/** Loads a package that is installed when needed. */
const load = (name: string) => {
  const manifest = join(installPackage(FOLDER, name), "package.json");
  return import(pathToFileURL(createRequire(manifest).resolve(name)).href);
};

/**
 * Unpacks Chrome beside its package; the package's own `executablePath()` unpacks into the temporary folder, over other
 * versions.
 */
function unpackOldestChrome(): string {
  const program = join(FOLDER, "node_modules", `chrome-${OLDEST_BROWSERS.chrome.version}`);
  const packed = join(installPackage(FOLDER, "@sparticuz/chromium"), "bin/chromium.br");
  if (!existsSync(program)) writeFileSync(program, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
  return program;
}

const oldestChrome: Engine = {
  name: `Chrome ${OLDEST_BROWSERS.chrome.version}`,
  missing: () =>
    process.platform === "linux" && process.arch === "x64"
      ? undefined
      : "npm has the oldest Chrome for Linux on x64 only.",
  async start() {
    const args = ["--headless", "--no-sandbox", "--disable-gpu"];
    const browser = await chromium.launch({ executablePath: unpackOldestChrome(), args });
    return {
      version: browser.version(),
      close: () => browser.close(),
      async newPage() {
        const context = await browser.newContext();
        const page = await context.newPage();
        return {
          open: async (url) => void (await page.goto(url)),
          run: (script) => page.evaluate(script),
          async find(script) {
            const result = (await page.evaluateHandle(script)) as JSHandle<HTMLElement | null>;
            const element = result.asElement();
            return (
              element && {
                click: () => element.click(),
                type: (text) => element.focus().then(() => page.keyboard.type(text)),
                chooseFile: (path) => element.setInputFiles(path),
              }
            );
          },
          resize: (width, height) => page.setViewportSize({ width, height }),
          capture: () => page.screenshot(),
          close: () => context.close(),
        };
      },
    };
  },
};

/** The part of puppeteer-core that the tests need. */
interface PuppeteerElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  uploadFile(path: string): Promise<void>;
}

interface PuppeteerPage {
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  evaluateHandle(script: string): Promise<{ asElement(): PuppeteerElement | null }>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  screenshot(): Promise<Uint8Array>;
}

interface PuppeteerBrowser {
  version(): Promise<string>;
  close(): Promise<void>;
  createBrowserContext(): Promise<{
    newPage(options: { type: "window" }): Promise<PuppeteerPage>;
    close(): Promise<void>;
  }>;
}

const FIREFOX = ["firefox-esr", "firefox"];

const firefox: Engine = {
  name: "Firefox",
  missing: () =>
    FIREFOX.some(findProgram) ? undefined : "Firefox isn't installed: `apt-get install firefox-esr` on Debian.",
  async start() {
    const { default: puppeteer } = (await load("puppeteer-core")) as {
      default: { launch(options: object): Promise<PuppeteerBrowser> };
    };
    const executablePath = FIREFOX.map(findProgram).find(Boolean);
    const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
    return {
      version: (await browser.version()).replace("firefox/", ""),
      close: () => browser.close(),
      async newPage() {
        const context = await browser.createBrowserContext();
        // A tab behind another one is hidden, and polls nothing.
        const page = await context.newPage({ type: "window" });
        return {
          open: async (url) => void (await page.goto(url)),
          run: (script) => page.evaluate(script),
          async find(script) {
            const element = (await page.evaluateHandle(script)).asElement();
            return (
              element && {
                click: () => element.click(),
                type: (text) => element.type(text),
                chooseFile: (path) => element.uploadFile(path),
              }
            );
          },
          resize: (width, height) => page.setViewport({ width, height }),
          capture: () => page.screenshot(),
          close: () => context.close(),
        };
      },
    };
  },
};

/** Key of an element's reference in WebDriver's answers. */
const REFERENCE = "element-6066-11e4-a52e-4f735466cecf";

const WEBKIT_ENVIRONMENT = { WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" };

/** Starts a program whose file descriptor 3 can be read. */
function startProgram(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

const stopProgram = async (program: ChildProcess) => void program.kill();

/** Starts a virtual X display; resolves to its name and a function that stops it. */
async function startDisplay() {
  const server = startProgram("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {});
  const number = await new Promise<string>((resolve, reject) => {
    server.once("error", reject);
    server.stdio[3]?.once("data", (text) => resolve(String(text).trim()));
  });
  return { display: `:${number}`, stop: () => stopProgram(server) };
}

/** Code of the key Enter (WebDriver, 17.4.2). */
const ENTER = "\uE007";

/** Each page has a driver of its own, which has one session. */
async function openWebKit(display: string) {
  const port = await freePort();
  const driver = startProgram("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    ...WEBKIT_ENVIRONMENT,
    DISPLAY: display,
  });
  async function call(method: string, path: string, body?: object) {
    const sent = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, ...sent });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  }
  async function begin(patience = 50): Promise<{ sessionId: string; capabilities: { browserVersion: string } }> {
    try {
      return (await call("POST", "", { capabilities: { alwaysMatch: {} } })) as never;
    } catch (error) {
      if (patience === 0 || !(error instanceof TypeError)) throw error;
      // The driver doesn't listen yet.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return begin(patience - 1);
    }
  }
  const { sessionId, capabilities } = await begin();
  const ask = (method: string, path: string, body?: object) => call(method, `/${sessionId}${path}`, body);
  const run = (script: string) => ask("POST", "/execute/sync", { script: `return (${script})`, args: [] });
  const page: EnginePage = {
    open: async (url) => void (await ask("POST", "/url", { url })),
    run,
    async find(script) {
      const found = (await run(script)) as Readonly<Record<string, string>> | null;
      if (!found) return null;
      const path = `/element/${found[REFERENCE]}`;
      const send = async (text: string) => void (await ask("POST", `${path}/value`, { text }));
      return {
        click: async () => void (await ask("POST", `${path}/click`, {})),
        // The driver types a line feed only as the key Enter.
        type: (text) => send(text.replaceAll("\n", ENTER)),
        chooseFile: send,
      };
    },
    async resize(width, height) {
      await ask("POST", "/window/rect", { width, height });
      const [innerWidth, innerHeight] = (await run("[innerWidth, innerHeight]")) as [number, number];
      await ask("POST", "/window/rect", { width: 2 * width - innerWidth, height: 2 * height - innerHeight });
    },
    capture: async () => Buffer.from(String(await ask("GET", "/screenshot")), "base64"),
    async close() {
      await ask("DELETE", "").catch(() => undefined);
      await stopProgram(driver);
    },
  };
  return { page, version: capabilities.browserVersion };
}

const webkit: Engine = {
  name: "WebKitGTK",
  missing: () =>
    findProgram("WebKitWebDriver") && findProgram("Xvfb")
      ? undefined
      : "WebKit isn't installed: `apt-get install webkit2gtk-driver xvfb` on Debian.",
  async start() {
    const { display, stop } = await startDisplay();
    const { page, version } = await openWebKit(display);
    await page.close();
    return { version, close: stop, newPage: async () => (await openWebKit(display)).page };
  },
};

export const ENGINES: readonly Engine[] = [oldestChrome, firefox, webkit];
