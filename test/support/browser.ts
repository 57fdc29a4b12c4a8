import { type Browser, chromium } from "playwright-core";
import { findChromium } from "#bench/web/find-chromium.ts";

/** Starts a real Chromium. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}
