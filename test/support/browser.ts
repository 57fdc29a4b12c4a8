import { type Browser, type BrowserServer, chromium } from "playwright-core";
import { findChromium } from "#bench/web/find-chromium.ts";

/** Starts a real Chromium that several processes can use. */
export async function startBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** Closing it closes its own pages, not Chromium itself. */
export const connectBrowser = (endpoint: string): Promise<Browser> => chromium.connect(endpoint);
