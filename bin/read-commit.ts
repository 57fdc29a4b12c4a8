import { execFileSync } from "node:child_process";

/** The full hash of the commit checked out in a folder, with `-dirty` if tracked files differ. Throws outside of a repository. */
export const readCommit = (folder: string) =>
  execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
