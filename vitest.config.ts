import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Minutes a test or hook may take that starts services of the laptop or AWS's template machinery. */
const minutes = (count: number) => count * 60_000;

/** How long a poll goes on: a second, as the library has it, is short on a machine that does several things at once. */
const PATIENCE_MS = 20_000;

/** What every change has to keep: a visitor, an artist and a buyer through the whole product in a real browser. */
const MAIN_FLOWS = "test/e2e/{main-job,pages,purchase}.test.ts";

/** Abuse, failing services and rare endings: a third of the handlers' tests take as long as all the others. */
const RARE_CASES =
  "test/api/{access,account-throttles,agreed-amounts,audit,auth-recovery,auth-safety,buyer-notices,certificate,closing-with-payments,deactivation,discount-counters,discovery-units,disputes,feeless-payments,licensed-previews,lists,lock-out,mail,mail-lines,order-mails,originals,owner-notices,preview-withdrawal,purchase-path,refunds,replies,search-labels,second-factor*,settlement,sockets,squatted-addresses,stripe-failures,transaction-conflicts,upload-quota,walked-lists,watermark}.test.ts";

/** The same of components: what a form keeps through every failure, and endings that few people meet. */
const RARE_COMPONENTS =
  "test/web/{artwork/{artwork-draft,filters,grid-keys,lightbox,tags-field},checkout/kept-fields,collections/collections,community/{comment-drafts,follows,profile,replies},licenses/{licensed-previews,verifier},notifications/site-socket,orders/live-orders,screens/{field-errors,help},selling/onboarding*,session/log-in-dialog,settings/{deactivation,failures,leaving,second-factor,sessions,settings,showcase},sharing/share}.test.tsx";

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
 * Kinds of test. `npm test` runs what proves the product: unit (rules, handlers against stand-ins of the services), web
 * (components in happy-dom) and e2e (main flows in a real Chromium). `npm run test:full` adds what it stands on: full
 * (faults, the stack's template, the laptop, the tools), web-full and browser (every other flow, attacks, accessibility).
 * `npm run test:stage` runs stage, from outside, against what is deployed or running.
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
        test: { ...services, name: "unit", include: ["test/{api,rules}/**/*.test.ts"], exclude: [RARE_CASES] },
      },
      {
        extends: true,
        test: { ...services, name: "full", include: ["test/{faults,infra,local,tools}/**/*.test.ts", RARE_CASES] },
      },
      {
        extends: true,
        test: { ...components, name: "web", include: ["test/web/**/*.test.{ts,tsx}"], exclude: [RARE_COMPONENTS] },
      },
      { extends: true, test: { ...components, name: "web-full", include: [RARE_COMPONENTS] } },
      { extends: true, test: { ...browser, name: "e2e", include: [MAIN_FLOWS] } },
      {
        extends: true,
        test: { ...browser, name: "browser", include: ["test/e2e/**/*.test.ts"], exclude: [MAIN_FLOWS] },
      },
      { extends: true, test: { ...stage, name: "stage", include: ["test/stage/**/*.test.ts"] } },
    ],
  },
});
