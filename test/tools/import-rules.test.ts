import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copyProject, run } from "./project-copy.ts";

/** Each file breaks the rule beside it, by a type or at run time, with or without a subpath import. */
const BREACHES = {
  "shared/breach.ts": ['import type { Need } from "#lambdas/platform/runtime/environment.ts";', "shared-stands-alone"],
  "lambdas/areas/users/to-lib.ts": ['import { stageOf } from "#lib/stacks/stages.ts";', "lambdas-import-only-shared"],
  "lambdas/areas/users/to-web.ts": ['export const late = () => import("#web/main.tsx");', "lambdas-import-only-shared"],
  "lambdas/areas/users/to-local.ts": ['import "../../../local/state-file.ts";', "lambdas-import-only-shared"],
  "web/src/to-lambdas.ts": ['import { fail } from "#lambdas/platform/runtime/failure.ts";', "web-imports-only-shared"],
  "local/to-contract.ts": ['import { areas } from "../shared/contract/areas.ts";', "local-stands-alone"],
  "local/to-lib.ts": ['export { stageOf } from "../lib/stacks/stages.ts";', "local-stands-alone"],
  "test/to-inside-local.ts": ['import "../local/state-file.ts";', "local-by-its-exports"],
  "tools/to-inside-local.ts": [
    'import type { Access } from "../local/access/access.ts"; export type A = Access;',
    "local-by-its-exports",
  ],
  "demo/to-contract.ts": ['import "#shared/contract/areas.ts";', "demo-knows-only-the-api"],
  "bin/laptop/to-handler.ts": ['import "#lambdas/functions.ts";', "laptop-runs-what-is-built"],
  "lib/to-handler.ts": [
    'import { readUserHandler } from "#lambdas/areas/users/profile.ts";',
    "lib-imports-only-what-functions-declare",
  ],
  "lambdas/areas/auth/to-handler.ts": [
    'import { readUserHandler } from "../users/profile.ts";',
    "areas-share-no-handlers",
  ],
  "lambdas/areas/auth/to-routes.ts": [
    'import { handlers } from "#lambdas/areas/users/routes.ts";',
    "areas-share-no-handlers",
  ],
  "lambdas/areas/popularity/to-favorites.ts": [
    'import { findFavorites } from "../favorites/find-favorites.ts";',
    "popularity-knows-no-favourites",
  ],
  "lambdas/pages/to-screen.ts": ['import Home from "#web/screens/home.tsx";', "pages-render-the-site"],
  "lambdas/pages/to-routes.ts": [
    'import { handlers } from "#lambdas/areas/users/routes.ts";',
    "pages-share-only-handlers",
  ],
  "web/src/to-server.ts": ['import type { PageMetadata } from "./server/page-metadata.ts";', "browser-without-server"],
  "web/src/session/to-feature.ts": [
    'import type { Footer } from "#web/features/layout/footer.tsx";',
    "session-knows-no-feature",
  ],
  "web/src/ui/to-feature.ts": ['import type { Header } from "#web/features/layout/header.tsx";', "ui-knows-no-feature"],
  "web/src/to-amplify-ui.ts": ['import { View } from "@aws-amplify/ui-react";', "amplify-ui-in-one-file"],
  "web/src/screens/to-password.ts": ['import "#web/ui/form/password-field.tsx";', "amplify-ui-only-for-accounts"],
  "lib/to-test.ts": ['import { startApi } from "#test/support/start-api.ts";', "nothing-imports-tests"],
  "test/stage/to-table.ts": ['import "#lambdas/areas/users/find-user.ts";', "stage-tests-stay-outside"],
  "bin/to-tools.ts": ['import "../tools/new-route.ts";', "nothing-imports-tools"],
  "bin/to-handler.ts": ['import "#lambdas/areas/users/profile.ts";', "bin-commands-what-is-there"],
  "bin/to-cloud.ts": ['import "../local/services.ts";', "bin-commands-what-is-there"],
  "bin/to-program.ts": ['import "./laptop/options.ts";', "bin-commands-what-is-there"],
  "lambdas/areas/purchases/order/to-handler.ts": ['import "../api/orders/orders.ts";', "orders-know-no-handler"],
  "lambdas/areas/purchases/api/orders/to-licenses.ts": ['import "../licenses/orders.ts";', "areas-share-no-handlers"],
  "lambdas/areas/purchases/api/orders/to-stripe.ts": [
    'import Stripe from "stripe"; export const client = Stripe;',
    "one-folder-talks-to-stripe",
  ],
  "lambdas/areas/purchases/order/to-stripe-types.ts": [
    'import type Stripe from "stripe"; export type Charge = Stripe.Charge;',
    "one-folder-talks-to-stripe",
  ],
  "lambdas/areas/purchases/order/to-client.ts": ['import "../stripe/client.ts";', "one-folder-talks-to-stripe"],
  "web/src/features/selling/to-stripe.ts": [
    'import { loadStripe } from "@stripe/stripe-js/pure"; export const load = loadStripe;',
    "one-feature-talks-to-stripe",
  ],
  "web/src/screens/to-stripe-types.ts": [
    'import type { Stripe } from "@stripe/stripe-js"; export type Loaded = Stripe;',
    "one-feature-talks-to-stripe",
  ],
  "shared/a.ts": ['import type { B } from "./b.ts"; export type A = B;', "no-circles"],
  "shared/c.ts": ['export const late = () => import("./later.ts");', "no-circles"],
  "shared/to-nowhere.ts": ['import "./nowhere.ts";', "resolvable"],
  "web/src/to-dev.ts": ['import { test } from "vitest";', "declared"],
} as const;

const ALLOWED = {
  "lib/allowed.ts": [
    'import "#lambdas/functions.ts";',
    'import "#lambdas/platform/runtime/environment.ts";',
    'import "#lambdas/platform/table/indexes.ts";',
    'import "#shared/contract/areas.ts";',
  ],
  "lambdas/areas/auth/allowed.ts": ['import "../users/user.entity.ts";', 'import "../users/find-user.ts";'],
  "lambdas/pages/allowed.ts": ['import "../areas/users/profile.ts";', 'import "#web/server/render-page.tsx";'],
  "bin/allowed.ts": ['import "#lambdas/areas/purchases/order/discount.ts";', 'import "../local/endpoints.ts";'],
  "web/src/features/checkout/allowed.ts": [
    'import type { Stripe } from "@stripe/stripe-js"; export type Loaded = Stripe;',
  ],
  "local/allowed.ts": ['import "ochre-local/endpoints";', 'import "#local/state-file.ts";'],
  "bin/laptop/allowed.ts": ['import "ochre-local/program";', 'import "#demo/people.ts";', 'import "#shared/brand.ts";'],
  "test/allowed.ts": ['import "../local/services.ts";', 'import "#lib/stacks/stages.ts";', 'import "#web/main.tsx";'],
} as const;

async function write(root: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), `${text}\n`);
  }
}

/** The rules that files break, as `file rule`. */
async function findBreaches(root: string, files: readonly string[]) {
  const tool = "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs";
  const folders = ["bin", "demo", "lambdas", "lib", "local", "shared", "test", "tools", "web"];
  const { output } = await run(root, tool, "--config", ".dependency-cruiser.mjs", "--output-type", "json", ...folders);
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  const found = summary.violations.filter(({ from }) => files.includes(from));
  return found.map(({ from, rule }) => `${from} ${rule.name}`);
}

test("every forbidden import is reported, and allowed ones aren't", async () => {
  const root = await copyProject();
  await write(root, {
    "shared/b.ts": 'import type { A } from "./a.ts"; export type B = A;',
    "shared/later.ts": 'import type { late } from "./c.ts"; export type Late = typeof late;',
    ...Object.fromEntries(Object.entries(BREACHES).map(([path, [text]]) => [path, text])),
    ...Object.fromEntries(Object.entries(ALLOWED).map(([path, lines]) => [path, lines.join("\n")])),
  });

  const found = await findBreaches(root, [...Object.keys(BREACHES), ...Object.keys(ALLOWED)]);

  for (const [path, [, rule]] of Object.entries(BREACHES)) expect(found).toContain(`${path} ${rule}`);
  expect(found.filter((breach) => Object.keys(ALLOWED).some((path) => breach.startsWith(`${path} `)))).toEqual([]);
});
