import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fastClock } from "./fast-clock.ts";
import { findChromium } from "./find-chromium.ts";

/** The used parts of a message of Chrome's DevTools protocol. */
interface Message {
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
}

/** Speeds up the clock of every page that the browser opens, before any script runs. */
function speedUpClocks(address: string, rate: number): Promise<WebSocket> {
  const socket = new WebSocket(address);
  let nth = 0;
  const send = (method: string, params: object, sessionId?: string) =>
    socket.send(JSON.stringify({ id: ++nth, method, params, ...(sessionId ? { sessionId } : {}) }));
  socket.addEventListener("message", ({ data }) => {
    const { method, params } = JSON.parse(String(data)) as Message;
    if (method !== "Target.attachedToTarget" || !params?.sessionId) return;
    send("Page.enable", {}, params.sessionId);
    send("Page.addScriptToEvaluateOnNewDocument", { source: fastClock(rate), runImmediately: true }, params.sessionId);
    send("Runtime.runIfWaitingForDebugger", {}, params.sessionId);
  });
  return new Promise((resolve, reject) => {
    socket.addEventListener("error", () => reject(new Error(`The browser at ${address} can't be reached.`)));
    socket.addEventListener("open", () => {
      send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
      resolve(socket);
    });
  });
}

/** The address of the browser's DevTools, which it writes to its profile once it listens. */
async function waitForDebugger(browser: ChildProcess, profile: string) {
  const ended = once(browser, "exit").then(([code]) => {
    throw new Error(`The browser ended with ${code}.`);
  });
  ended.catch(() => {});
  const written = (async () => {
    for (;;) {
      const text = await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "");
      const [port, path] = text.split("\n");
      if (port && path) return { port: Number(port), address: `ws://127.0.0.1:${port}${path}` };
      await setTimeout(50);
    }
  })();
  return Promise.race([written, ended]);
}

/** Opens a browser with a fresh profile, whose pages' clocks run `rate` times faster, so that scripts yield as on a slower machine. */
export async function openLighthouseBrowser(rate: number) {
  const profile = await mkdtemp(join(tmpdir(), "ochre-browser-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"];
  const browser = spawn(await findChromium(), [...options, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: "ignore",
  });
  const { port, address } = await waitForDebugger(browser, profile);
  const socket = await speedUpClocks(address, rate);
  return {
    port,
    async close() {
      socket.close();
      const ended = once(browser, "exit");
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
