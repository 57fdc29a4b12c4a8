import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainFailure, requireDiskSpace } from "ochre-local/program";
import { expect, onTestFinished, test } from "vitest";
import { startViteServer } from "#bin/laptop/vite-server.ts";

const CHECK = join(import.meta.dirname, "../../bin/check-node.cjs");

/** Runs a line of script after the check, on a Node with a fake version. */
const runOn = (version: string) =>
  spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"${version}"}})`,
      "--input-type=commonjs",
      "--eval",
      `require(${JSON.stringify(CHECK)}); console.log("ran")`,
    ],
    { encoding: "utf8" },
  );

test.each(["22.18.0", "24.0.0", "26.1.0"])("Node %s runs the program", (version) => {
  expect(runOn(version)).toMatchObject({ status: 0, stdout: "ran\n" });
});

test.each(["18.20.8", "20.20.2", "22.17.1"])("Node %s is refused in one line with a remedy", (version) => {
  const { status, stdout, stderr } = runOn(version);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/is too old for Ochre.*run "npm ci"/)]);
});

test("a disk without room is refused in one line that names the folder, even one that doesn't exist yet", async () => {
  const folder = join(tmpdir(), "not-there/at-all");
  await expect(requireDiskSpace(folder, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /^The disk of .*at-all has \d+ MB left, and a start needs \d+ MB: free some, or set OCHRE_HOME to a folder elsewhere\.$/,
  );
  await expect(requireDiskSpace(folder, 1)).resolves.toBeUndefined();
});

test.each([
  "ENOSPC: no space left on device, write",
  "node bin/build.ts --site failed:\nerror: No space left on device (os error 28)",
  "database or disk is full",
])("a disk that becomes full is explained in one line: %s", (message) => {
  expect(explainFailure(new Error(message))).toMatch(/^The disk is full: free 500 MB and start again; [^\n]+$/);
});

test("any other failure keeps its message", () => {
  expect(explainFailure(new Error("Port 3000 is taken"))).toBe("Port 3000 is taken");
  expect(explainFailure("odd")).toBe("odd");
});

test("a page of npm run dev says that no server rendered it", async () => {
  const vite = await startViteServer();
  onTestFinished(() => vite.stop());
  const answer = await vite.handle({
    method: "GET",
    path: "/",
    query: "",
    headers: {},
    sourceIp: "127.0.0.1",
    readBody: async () => Buffer.alloc(0),
  });
  const chunks: Buffer[] = [];
  if (answer && !Buffer.isBuffer(answer.body)) for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain("npm start and AWS render it on the server first");
});
