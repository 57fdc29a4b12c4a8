import { defineConfig } from "vitest/config";

/** Minutes a test or hook may take that starts services of the laptop or AWS's template machinery. */
const minutes = (count: number) => count * 60_000;

/**
 * Three kinds of test, told apart by folder.
 * unit: rules, handlers against the services' stand-ins, the stack, the laptop. web: components in happy-dom.
 * e2e: whole flows in a real Chromium; alone and last, so that nothing takes the machine from under the browser.
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
          testTimeout: minutes(1),
          hookTimeout: minutes(2),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "web",
          include: ["test/web/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          testTimeout: minutes(0.5),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          fileParallelism: false,
          testTimeout: minutes(3),
          hookTimeout: minutes(4),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
