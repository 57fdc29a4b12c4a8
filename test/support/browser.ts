import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A browser of the machine's own, if it has one. */
function installed() {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...APPLICATIONS].find((file) => existsSync(file));
}

/** Starts a real Chromium: the machine's, or on Linux the one that npm brought. Throws a line that says what to install. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = installed() ?? (process.platform === "linux" ? await packaged.executablePath() : undefined);
  if (!executablePath) throw new Error("The browser tests need Chrome: install it from https://www.google.com/chrome.");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}
