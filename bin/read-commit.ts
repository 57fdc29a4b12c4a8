import { execFileSync } from "node:child_process";

/** The full name of the commit checked out in a folder, with `-dirty` where files that Git tracks differ. Throws outside of a repository. */
export const readCommit = (folder: string) =>
  execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
