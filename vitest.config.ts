import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Minutes a test or hook may take that starts services of the laptop or AWS's template machinery. */
const minutes = (count: number) => count * 60_000;

/** How long a poll goes on: a second, as the library has it, is short on a machine that does several things at once. */
const PATIENCE_MS = 20_000;

const services = {
  environment: "node",
  globalSetup: ["test/support/dynamodb.setup.ts", "test/support/temporary-folder.setup.ts"],
  setupFiles: ["test/support/file-end.setup.ts", "test/support/derive-once.setup.ts"],
  testTimeout: minutes(2),
  hookTimeout: minutes(4),
  expect: { poll: { timeout: PATIENCE_MS } },
} satisfies TestProjectInlineConfiguration["test"];

const components = {
  environment: "happy-dom",
  setupFiles: ["test/web/support/fresh-site.setup.ts", "test/web/support/no-network.ts"],
  testTimeout: minutes(1),
  unstubGlobals: true,
} satisfies TestProjectInlineConfiguration["test"];

const browser = {
  environment: "node",
  globalSetup: "test/e2e/cloud.setup.ts",
  testTimeout: minutes(3),
  hookTimeout: minutes(4),
  expect: { poll: { timeout: PATIENCE_MS } },
} satisfies TestProjectInlineConfiguration["test"];

/** A deployed stage, or a running laptop. */
const stage = {
  environment: "node",
  testTimeout: minutes(3),
  hookTimeout: minutes(4),
} satisfies TestProjectInlineConfiguration["test"];

/**
 * Kinds of test, by what they run in. `npm test` takes the folders that prove the main things, `npm run test:full` what else a
 * change has to pass, `npm run test:nightly` what a release has to; stage tests what is deployed or running from outside.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default"],
    // Loading the libraries for every file anew takes longer than the tests; what files share has no state between them.
    isolate: false,
    // Rendering leaves much short-lived garbage: a large young generation saves a sixth of the time.
    execArgv: ["--max-semi-space-size=64"],
    projects: [
      {
        extends: true,
        test: {
          ...services,
          name: "unit",
          include: [
            "test/{rules,api,search,rare/api,nightly/api,faults,infra,ops,tools,laptop,demo}/**/*.test.ts",
            "local/test/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: { ...components, name: "web", include: ["test/{web,rare/web,nightly/web}/**/*.test.{ts,tsx}"] },
      },
      { extends: true, test: { ...browser, name: "e2e", include: ["test/e2e/**/*.test.ts"] } },
      { extends: true, test: { ...browser, name: "browsers", include: ["test/browsers/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          ...services,
          name: "nightly",
          include: ["test/nightly/*.test.ts"],
          // Loops of hundreds on a machine that does several things at once.
          testTimeout: minutes(10),
          globalSetup: [...services.globalSetup, browser.globalSetup],
        },
      },
      { extends: true, test: { ...stage, name: "stage", include: ["test/stage/**/*.test.ts"] } },
    ],
  },
});
