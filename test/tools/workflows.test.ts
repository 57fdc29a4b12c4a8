import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { makeRepository } from "#test/support/git-repository.ts";

const PROJECT = join(import.meta.dirname, "../..");
const FOLDER = join(PROJECT, ".github/workflows");

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly with?: { readonly stage?: string };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: object;
  readonly "timeout-minutes"?: number;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = readdirSync(FOLDER);
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
const readWorkflow = (file: string) => parse(read(file)) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { scripts: object };
const getSteps = ({ steps = [] }: Job) => steps;

describe.each(files)("%s", (file) => {
  const { on, permissions, jobs } = readWorkflow(file);
  const all = Object.values(jobs);

  test("grants permissions only per job", () => {
    expect(permissions).toEqual({});
    expect(all.filter(({ permissions }) => !permissions)).toEqual([]);
  });

  test("has a timeout for every job", () => {
    expect(all.filter((job) => !job.uses && !job["timeout-minutes"])).toEqual([]);
  });

  test("pins each action by its commit, with the version beside it", () => {
    const pins = read(file).match(/uses: (?!\.\/)\S+.*/g) ?? [];
    expect(pins.filter((pin) => !/^uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
  });

  test("runs only existing commands, without expressions in them", () => {
    const commands = all.flatMap(getSteps).flatMap(({ run }) => run ?? []);
    const named = commands.flatMap((run) => [...run.matchAll(/npm run (?:--\S+(?: head)? )*([\w:]+)/g)]);
    expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
    expect(commands.filter((run) => run.includes("${{"))).toEqual([]);
  });

  test("doesn't persist the checkout's token", () => {
    const checkouts = all.flatMap(getSteps).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("never runs on pull_request_target", () => {
    expect(on).not.toHaveProperty("pull_request_target");
  });

  test("neither builds nor tests in a job that can assume a role", () => {
    for (const { permissions, steps = [] } of all) {
      if (!permissions?.["id-token"]) continue;
      const commands = steps.flatMap(({ run }) => run ?? []);
      expect(commands.filter((run) => /npm (?:run )?(?:test|build)/.test(run))).toEqual([]);
      // The CDK's own command would build.
      const deployments = commands.filter((run) => run.includes("npm run deploy"));
      expect(deployments.filter((run) => !run.includes('--app "node bin/marketplace.ts"'))).toEqual([]);
    }
  });
});

/** A workflow and all that it calls. */
const withCalled = (file: string): string[] => [
  file,
  ...Object.values(readWorkflow(file).jobs).flatMap(({ uses }) => (uses ? withCalled(basename(uses)) : [])),
];

test.each(withCalled("pull-request.yml"))("%s gives a fork's code no secret and no role", (file) => {
  expect(read(file)).not.toContain("secrets");
  const jobs = Object.values(readWorkflow(file).jobs);
  expect(jobs.filter(({ permissions, environment }) => permissions?.["id-token"] || environment)).toEqual([]);
});

describe("a release", () => {
  const { jobs } = readWorkflow("release.yml");

  test("is tested before staging, there before the approval, and approved before production", () => {
    expect(jobs.staging).toMatchObject({ needs: ["test", "nightly"], with: { stage: "staging" } });
    expect(jobs.approval).toMatchObject({ needs: "staging", environment: "production-approval", permissions: {} });
    expect(jobs.production).toMatchObject({ needs: "approval", with: { stage: "production" } });
  });

  test("checks out the same commit in every job", () => {
    const checkouts = withCalled("release.yml")
      .filter((file) => file !== "roll-back.yml")
      .flatMap((file) => Object.values(readWorkflow(file).jobs))
      .flatMap(getSteps)
      .filter((step) => step.with?.ref !== undefined);
    expect(checkouts).toEqual([]);
  });

  test("locks a stage for deployment and tests together, but not while it waits for an approval", () => {
    for (const name of ["staging", "production"]) {
      expect(jobs[name]?.uses).toBe("./.github/workflows/stage.yml");
      expect(jobs[name]?.concurrency).toMatchObject({ group: name, "cancel-in-progress": false });
    }
    // Approved deployments would cancel each other where only one may wait.
    expect(jobs.production?.concurrency).toHaveProperty("queue", "max");
    expect(jobs.approval).not.toHaveProperty("concurrency");
  });
});

/** Artefacts that a job uploads or downloads: name and path. */
const listArtefacts = (job: Job, action: "upload" | "download") =>
  getSteps(job)
    .filter(({ uses }) => uses?.startsWith(`actions/${action}-artifact@`))
    .map(({ with: { name, path } = {} }) => ({ name, path }));

test("both stages get the build that was tested", () => {
  const { test: tested = {} } = readWorkflow("test.yml").jobs;
  const names = getSteps(tested).map(({ run, with: given }) => run ?? given?.name);
  expect(names.indexOf("build")).toBe(names.indexOf("npm test") + 1);
  expect(listArtefacts(tested, "upload")).toContainEqual({ name: "build", path: ".build/functions\n.build/site\n" });
  const { deploy = {} } = readWorkflow("stage.yml").jobs;
  expect(listArtefacts(deploy, "download")).toEqual([{ name: "build", path: ".build" }]);
});

describe("the rollback", () => {
  const { find = {}, build = {}, deploy = {} } = readWorkflow("roll-back.yml").jobs;

  test("follows failed tests of production automatically, for that release", () => {
    expect(readWorkflow("release.yml").jobs.back).toMatchObject({
      needs: "production",
      if: "failure()",
      with: { stage: "production", undo: expect.stringMatching(/^\$\{\{ github\.sha \}\}$/) },
      concurrency: { group: "production", "cancel-in-progress": false },
    });
  });

  test("deploys the commit found, despite active alarms", () => {
    expect(build).toMatchObject({ needs: "find", if: "needs.find.outputs.commit != ''" });
    expect(deploy).toMatchObject({ needs: ["find", "build"] });
    for (const job of [build, deploy]) {
      expect(getSteps(job)[0]?.with?.ref).toMatch(/^\$\{\{ needs\.find\.outputs\.commit \}\}$/);
    }
    const [{ name } = {}] = listArtefacts(build, "upload");
    expect(listArtefacts(deploy, "download")).toEqual([{ name, path: ".build" }]);
    expect(getSteps(deploy).at(-1)?.run).toContain("-c urgent=true");
  });

  test.each([
    ["finds the previous commit", { Commit: "new", PreviousCommit: "old" }, "", "commit=old\n", 0],
    [
      "finds the previous commit of the failed release",
      { Commit: "new", PreviousCommit: "old" },
      "new",
      "commit=old\n",
      0,
    ],
    [
      "does nothing after a deployment that rolled itself back",
      { Commit: "old", PreviousCommit: "older" },
      "new",
      "",
      0,
    ],
    ["finds the commit without manual changes", { Commit: "new-dirty", PreviousCommit: "old" }, "", "commit=new\n", 0],
    ["fails without a previous commit", { Commit: "new" }, "new", "", 1],
    ["fails for a stack without outputs", {}, "", "", 1],
  ])("%s", (_, outputs, undo, found, status) => {
    const { folder } = makeRepository();
    const answers = Object.entries(outputs).map(([key, commit]) => `*"'${key}'"*) echo ${commit} ;;`);
    writeFileSync(join(folder, "aws"), `#!/bin/sh\ncase "$*" in ${answers.join(" ")} *) ;; esac\n`, { mode: 0o755 });
    const written = join(folder, "output");
    writeFileSync(written, "");
    const script = getSteps(find).at(-1)?.run ?? "exit 99";
    const run = spawnSync("bash", ["-e", "-c", script], {
      env: { PATH: `${folder}:${process.env.PATH}`, STAGE: "staging", UNDO: undo, GITHUB_OUTPUT: written },
    });
    expect([readFileSync(written, "utf8"), run.status]).toEqual([found, status]);
  });
});

describe("a stage", () => {
  const { deploy = {}, test: tests = {} } = readWorkflow("stage.yml").jobs;
  const isDeployment = ({ run }: Step) => run?.includes("npm run deploy -- ") === true;
  const isCheck = ({ name }: Step) => name === "Refuse to go back";

  test("is deployed and then tested in its own environment", () => {
    for (const { environment } of [deploy, tests]) expect(environment).toMatch(/^\$\{\{ inputs\.stage \}\}$/);
    expect(tests.needs).toBe("deploy");
    expect(getSteps(deploy).filter(isDeployment)).toHaveLength(1);
    expect(getSteps(tests).some(({ run }) => run?.includes("npm run test:stage -- --url "))).toBe(true);
  });

  test("is checked against the whole history before it is deployed", () => {
    const checkout = getSteps(deploy).find(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkout?.with).toMatchObject({ "fetch-depth": 0 });
    const steps = getSteps(deploy);
    expect(steps.findIndex(isCheck)).toBeGreaterThan(0);
    expect(steps.findIndex(isCheck)).toBeLessThan(steps.findIndex(isDeployment));
  });

  describe("isn't replaced by an older commit", () => {
    const { folder, commit } = makeRepository();
    const [first, second, third] = [commit("first"), commit("second"), commit("third")];
    const unknown = "0123456789abcdef0123456789abcdef01234567";
    // Stands in for the AWS CLI, which answers with the deployed commit.
    writeFileSync(join(folder, "aws"), '#!/bin/sh\necho "$DEPLOYED"\n', { mode: 0o755 });
    const getStatus = (sha: string, deployed: string) =>
      spawnSync("bash", ["-e", "-c", getSteps(deploy).find(isCheck)?.run ?? "exit 99"], {
        cwd: folder,
        env: { PATH: `${folder}:${process.env.PATH}`, GITHUB_SHA: sha, DEPLOYED: deployed, STAGE: "staging" },
      }).status;

    test.each([
      ["a newer commit is deployed", third, second, 0],
      ["the same commit is deployed again", second, second, 0],
      ["an older commit is refused", first, second, 1],
      ["an older commit than a manually changed one is refused", first, `${second}-dirty`, 1],
      ["a commit replaces one that wasn't pushed", second, unknown, 0],
      ["a commit replaces a stack without a commit", second, "", 0],
    ])("%s", (_, sha, deployed, status) => {
      expect(getStatus(sha, deployed)).toBe(status);
    });
  });
});

describe("the documentation of releases", () => {
  const operations = readFileSync(join(PROJECT, "docs/operations.md"), "utf8");

  test("has a row for exactly the environments of the jobs", () => {
    const { jobs } = readWorkflow("release.yml");
    const named = Object.values(jobs).flatMap((job) => job.with?.stage ?? job.environment ?? []);
    const [, rows = ""] = /^\| Environment \|.+\n.+\n((?:\|.+\n)+)/m.exec(operations) ?? [];
    expect([...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name).sort()).toEqual([...new Set(named)].sort());
  });

  // https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
  test("has a trust policy with the repository's ids", () => {
    const subjects = [...operations.matchAll(/githubusercontent\.com:sub": "([^"]+)"/g)].map(([, subject]) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^repo:\w+@\d+\/\w+@\d+:environment:production$/)]);
  });
});

test("each quarter an issue requests a restore rehearsal and names an existing section", () => {
  const { on, jobs } = readWorkflow("rehearsal.yml");
  expect(on.schedule).toEqual([{ cron: "0 6 1 1,4,7,10 *" }]);
  expect(jobs.ask?.permissions).toEqual({ issues: "write" });
  const [, section = "none"] = /under \\"(.+?)\\"/.exec(getSteps(jobs.ask ?? {})[0]?.run ?? "") ?? [];
  expect(readFileSync(join(PROJECT, "docs/operations.md"), "utf8")).toContain(`\n### ${section}\n`);
});

test("a pull request's templates are compared with its base commit", () => {
  const steps = getSteps(readWorkflow("pull-request.yml").jobs.templates ?? {});
  const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.map((step) => step.with)).toEqual([
    { "persist-credentials": false, path: "head", "fetch-depth": 2 },
  ]);
  expect(steps.flatMap(({ run }) => run ?? [])).toContain("git -C head worktree add ../base HEAD^1");
});

test("a pull request runs all checks of a commit", () => {
  const lines = (text: string) => text.match(/^.*npm .*$/gm) ?? [];
  const passed = new Set(lines(read("test.yml")).map((line) => line.replace(/^.*run: /, "").trim()));
  const asked = lines(readFileSync(join(PROJECT, ".ci/run"), "utf8")).map((line) => line.trim());
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((line) => !line.startsWith("#") && !passed.has(line))).toEqual([]);
  expect(readWorkflow("pull-request.yml").jobs.test?.uses).toBe("./.github/workflows/test.yml");
});
