import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { installPackage } from "./install-package.ts";

const FOLDER = join(import.meta.dirname, "../chromium");

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe", "msedge.exe"];

/** Paths of the browser on systems that don't have it on the PATH. */
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((root) =>
    ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"].map((file) =>
      join(process.env[root] ?? "", file),
    ),
  ),
];

/** The machine's own browser, if it has one; `CHROME_PATH` overrides its path. */
function findInstalled() {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, where there is no file.`);
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return named || [...onPath, ...PLACES].find((file) => existsSync(file));
}

/** The npm package's browser for Linux. */
async function installPackaged(): Promise<string> {
  const manifest = join(installPackage(FOLDER, "@sparticuz/chromium"), "package.json");
  const entry = createRequire(manifest).resolve("@sparticuz/chromium");
  const { default: chromium } = (await import(pathToFileURL(entry).href)) as {
    default: { executablePath(): Promise<string> };
  };
  return chromium.executablePath();
}

/** The path of a Chromium: the machine's, or on Linux one that is installed now. Throws a one-line error with what to install. */
export async function findChromium(): Promise<string> {
  const path = findInstalled() ?? (process.platform === "linux" ? await installPackaged() : undefined);
  if (!path) throw new Error("This needs Chrome: install it from https://www.google.com/chrome, or set CHROME_PATH.");
  return path;
}
