import { defineConfig } from "vitest/config";

/** Minutes a test or hook may take that starts services of the laptop or AWS's template machinery. */
const minutes = (count: number) => count * 60_000;

/** How long a poll goes on: a second, as the library has it, is short on a machine that does several things at once. */
const PATIENCE_MS = 20_000;

/**
 * Three kinds of test, told apart by folder.
 * unit: rules, handlers against the services' stand-ins, the stack, the laptop. web: components in happy-dom.
 * e2e: whole flows in a real Chromium; last, so that nothing heavier takes the machine from under the browser.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/web/**", "test/e2e/**"],
          environment: "node",
          globalSetup: "test/support/dynamodb.setup.ts",
          testTimeout: minutes(2),
          hookTimeout: minutes(4),
          expect: { poll: { timeout: PATIENCE_MS } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: "test/web/support/no-network.ts",
          testTimeout: minutes(1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          globalSetup: "test/e2e/assembly.setup.ts",
          testTimeout: minutes(3),
          hookTimeout: minutes(4),
          expect: { poll: { timeout: PATIENCE_MS } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
