import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Minutes a test or hook may take that starts services of the laptop or AWS's template machinery. */
const minutes = (count: number) => count * 60_000;

/** How long a poll goes on: a second, as the library has it, is short on a machine that does several things at once. */
const PATIENCE_MS = 20_000;

/** Faults, crowds, generated code and hundreds of labelled searches: what `npm run test:full` adds. */
const FULL_ONLY = [
  "test/faults/{kill-sockets,password-deaths,purchase-crowds,purchase-deaths,purchase-sequences}.test.ts",
  "test/tools/new-route.test.ts",
  "test/api/search-labels.test.ts",
];

/** Rules of the template that every stage keeps: `npm test` holds two stages to them, `npm run test:full` all. */
const EVERY_STAGE = "test/infra/{functions,grants,origin-secret,pages,protection,routes,senders,sockets}.test.ts";

const services = {
  environment: "node",
  globalSetup: ["test/support/dynamodb.setup.ts", "test/support/temporary-folder.setup.ts"],
  setupFiles: ["test/support/file-end.setup.ts", "test/support/derive-once.setup.ts"],
  testTimeout: minutes(2),
  hookTimeout: minutes(4),
  expect: { poll: { timeout: PATIENCE_MS } },
} satisfies TestProjectInlineConfiguration["test"];

/**
 * Kinds of test, told apart by folder.
 * unit: rules, handlers against the services' stand-ins, the stack, the laptop. web: components in happy-dom.
 * e2e: whole flows in a real Chromium. full: what takes minutes.
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
          include: ["test/**/*.test.ts"],
          exclude: ["test/web/**", "test/e2e/**", ...FULL_ONLY],
          provide: { stages: ["dev", "production"] },
        },
      },
      {
        extends: true,
        test: {
          ...services,
          name: "full",
          include: [...FULL_ONLY, EVERY_STAGE],
          provide: { stages: ["local", "staging"] },
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["test/web/support/fresh-site.setup.ts", "test/web/support/no-network.ts"],
          testTimeout: minutes(1),
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          globalSetup: "test/e2e/cloud.setup.ts",
          testTimeout: minutes(3),
          hookTimeout: minutes(4),
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
    ],
  },
});
