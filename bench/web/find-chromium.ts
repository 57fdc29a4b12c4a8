import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import packaged from "@sparticuz/chromium";

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

/** Where a Chromium lies: the machine's, or on Linux the one that npm brought. Throws a line that says what to install. */
export async function findChromium(): Promise<string> {
  const path = installed() ?? (process.platform === "linux" ? await packaged.executablePath() : undefined);
  if (!path) throw new Error("This needs Chrome: install it from https://www.google.com/chrome.");
  return path;
}
