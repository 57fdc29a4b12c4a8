import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

const AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@ochre.test"];

/** An empty Git repository, gone when the run is over; whoever runs the tests may have Git sign commits, and here nobody does. */
export function makeRepository() {
  const folder = mkdtempSync(join(inject("temporaryFolder"), "repository-"));
  const git = (...args: string[]) =>
    execFileSync("git", [...AUTHOR, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: devNull },
    }).trim();
  git("init", "--quiet");
  /** Commits what was added, or nothing. Returns the commit's name. */
  const commit = (message: string) => {
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  };
  return { folder, git, commit };
}
