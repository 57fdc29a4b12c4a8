import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** Every folder of ours that holds code. */
const FOLDERS = ["bench", "bin", "demo", "lambdas", "lib", "local", "shared", "test", "tools", "web"];

const allBut = (...allowed) => `^(${FOLDERS.filter((folder) => !allowed.includes(folder)).join("|")})/`;

/** What the laptop's package exports. */
const { exports: localExports } = JSON.parse(readFileSync("local/package.json", "utf8"));
const LOCAL_SURFACE = `^local/(${Object.values(localExports).join("|").replaceAll("./", "").replaceAll(".", "\\.")})$`;

/** The function that renders the site for visitors. */
const PAGES = "^lambdas/pages/";

/** Handlers stand in the files beside an area's routes that these import. */
const ROUTES = globSync("lambdas/**/routes.ts").map((path) => path.replaceAll("\\", "/"));
const handlerFiles = ROUTES.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(/ from "\.\/(.+)"/g)].map(([, file]) => join(dirname(path), file)),
);

/** What `npm start` and `npm run dev` run. */
const LAPTOP = "^bin/((start|dev)\\.ts$|laptop/)";

/** What an area serves, and with which services. */
const SERVED = `^(${[...ROUTES, ...handlerFiles].join("|").replaceAll(".", "\\.")})$`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** Who may import whom; docs/architecture.md says why. swc reads the sources, because TypeScript 7 has no API for it. */
export default {
  forbidden: [
    forbid(
      "shared-stands-alone",
      "The contract is read by everything, so it reads nothing of ours.",
      { path: "^shared/" },
      { path: allBut("shared") },
    ),
    forbid(
      "lambdas-import-only-shared",
      "A function's code knows neither the stack, nor the site, nor the laptop.",
      { path: "^lambdas/", pathNot: PAGES },
      { path: allBut("lambdas", "shared") },
    ),
    forbid(
      "pages-render-the-site",
      "The function that renders pages imports one module of the site and nothing else of it.",
      { path: PAGES },
      {
        path: allBut("lambdas", "shared"),
        pathNot: "^web/src/server/render-page\\.tsx$",
      },
    ),
    forbid(
      "browser-without-server",
      "What renders pages on the server stays out of the browser's scripts.",
      { path: "^web/src/", pathNot: "^web/src/server/" },
      { path: "^web/src/server/" },
    ),
    forbid(
      "web-imports-only-shared",
      "What a browser gets may hold nothing but the contract.",
      { path: "^web/" },
      { path: allBut("web", "shared") },
    ),
    forbid(
      "amplify-ui-only-for-accounts",
      "Amplify's components weigh 17 KB, which no public page may load (docs/decisions/0027).",
      {
        path: "^web/",
        pathNot:
          "^web/src/(screens/(reset-password|update-email)\\.tsx|features/(accounts/(log-in-form|sign-up-form|new-password-field)\\.tsx|settings/))",
      },
      { path: "^web/src/ui/form/password-field\\.tsx$" },
    ),
    forbid(
      "amplify-ui-in-one-file",
      "One file knows Amplify's components, so that what they cost is known.",
      { path: allBut(), pathNot: "^web/src/ui/form/password-field\\.tsx$" },
      { path: "node_modules/@aws-amplify/ui" },
    ),
    forbid(
      "session-knows-no-feature",
      "A feature follows the session, which knows none of them.",
      { path: "^web/src/(session|api)/" },
      { path: "^web/src/(features|screens)/|^web/src/(app\\.tsx|main\\.tsx|screens\\.ts)$" },
    ),
    forbid(
      "ui-knows-no-feature",
      "What every feature is built of knows none of them.",
      { path: "^web/src/ui/" },
      { path: "^web/src/(features|screens)/|^web/src/(app\\.tsx|main\\.tsx|screens\\.ts)$" },
    ),
    forbid(
      "local-stands-alone",
      "The laptop's package runs what a stack says and knows nothing of this shop.",
      { path: "^local/", pathNot: "^local/test/" },
      { path: allBut("local") },
    ),
    forbid(
      "local-by-its-exports",
      "Whoever uses the laptop's package imports what its package.json exports.",
      { path: allBut("local") },
      { path: "^local/", pathNot: LOCAL_SURFACE },
    ),
    forbid(
      "demo-knows-only-the-api",
      "The demo is made by calls, as people would make it.",
      { path: "^demo/" },
      { path: allBut("demo") },
    ),
    forbid(
      "lib-imports-only-what-functions-declare",
      "The stack reads what functions declare, never what they do.",
      { path: "^lib/" },
      {
        path: allBut("lib", "shared"),
        pathNot:
          "^(lambdas/(functions|platform/runtime/environment|search-engine/file/snapshot-key|platform/table/indexes)|local/quotas)\\.ts$",
      },
    ),
    forbid(
      "bin-commands-what-is-there",
      "A command uses the stack, what functions are made of and the way to the laptop's services; it is part of none.",
      { path: "^bin/", pathNot: LAPTOP },
      { path: [allBut("bin", "lambdas", "lib", "local", "shared"), SERVED, "^local/(?!endpoints\\.ts$)", LAPTOP] },
    ),
    forbid(
      "laptop-runs-what-is-built",
      "What `npm start` runs builds the stack and adds the demo; it knows no function's code.",
      { path: LAPTOP },
      { path: allBut("bin", "demo", "local", "shared") },
    ),
    forbid(
      "areas-share-no-handlers",
      "An area may use another's entities and model; its handlers and what they are served with are its own.",
      { path: "^lambdas/((?:areas/)?(?:purchases/api/)?[^/]+)/", pathNot: PAGES },
      { path: SERVED, pathNot: "^lambdas/$1/" },
    ),
    forbid(
      "popularity-knows-no-favourites",
      "Favourites are counted as popularity, which doesn't know what is counted.",
      { path: "^lambdas/areas/popularity/" },
      { path: "^lambdas/areas/favorites/" },
    ),
    forbid(
      "orders-know-no-handler",
      "The rules of an order's life and the payment provider know nothing of who calls them.",
      { path: "^lambdas/areas/purchases/(order|stripe)/" },
      { path: "^lambdas/areas/purchases/api/" },
    ),
    forbid(
      "one-folder-talks-to-stripe",
      "Only lambdas/areas/purchases/stripe/ knows the provider's package and gets at its client; others use what it exports.",
      { path: "^lambdas/", pathNot: "^lambdas/areas/purchases/stripe/" },
      { path: ["node_modules/stripe/", "^lambdas/areas/purchases/stripe/client\\.ts$"] },
    ),
    forbid(
      "one-feature-talks-to-stripe",
      "Only web/src/features/checkout/ knows Stripe's library in the browser; others use what it exports.",
      { path: "^web/", pathNot: "^web/src/features/checkout/" },
      { path: "node_modules/@stripe/" },
    ),
    forbid(
      "pages-share-only-handlers",
      "A page shows what other areas answer a visitor; what they are served with is their own.",
      { path: PAGES },
      { path: "^lambdas/.+/(routes|services)\\.ts$", pathNot: PAGES },
    ),
    forbid(
      "stage-tests-stay-outside",
      "What tests a deployed stage knows it by HTTP and the contract, as any client does.",
      { path: "^test/stage/" },
      { path: allBut("shared"), pathNot: "^test/(stage/|support/pictures\\.ts$)" },
    ),
    forbid(
      "nothing-imports-tests",
      "Tests are for tests.",
      { pathNot: "^(local/)?test/" },
      { path: "^(local/)?test/" },
    ),
    forbid("nothing-imports-tools", "Tools are run, not imported.", { pathNot: "^(tools|test)/" }, { path: "^tools/" }),
    forbid(
      "no-circles",
      "Modules in a circle can be understood only together, also where one is loaded on demand.",
      {},
      { circular: true },
    ),
    forbid("resolvable", "Every import leads somewhere.", {}, { couldNotResolve: true }),
    forbid(
      "declared",
      "Code that is deployed depends only on what package.json names as a dependency.",
      { path: "^(shared|lambdas|web/src)/" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["(^|/)(cdk\\.out|\\.build|\\.local)/", "^(bench|test)/.+/node_modules/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      mainFields: ["module", "main", "types"],
    },
  },
};
