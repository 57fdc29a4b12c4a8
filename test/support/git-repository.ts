import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

const AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@ochre.test"];

/** An empty temporary Git repository, without commit signing, which the developer's own configuration may require. */
export function makeRepository() {
  const folder = mkdtempSync(join(inject("temporaryFolder"), "repository-"));
  const git = (...args: string[]) =>
    execFileSync("git", [...AUTHOR, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: devNull },
    }).trim();
  git("init", "--quiet");
  /** Commits added files, or an empty commit. Returns its hash. */
  const commit = (message: string) => {
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  };
  return { folder, git, commit };
}
