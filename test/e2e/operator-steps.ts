import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import type { Page } from "playwright-core";
import { expect, inject, vi } from "vitest";
import { addModerator, generateCode } from "#demo/add-moderator.ts";
import { DEMO_MODERATOR, DEMO_PASSWORD } from "#demo/people.ts";
import { findByUsername } from "#lambdas/areas/users/find-user.ts";
import { setPermissions } from "#lambdas/areas/users/operators.ts";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import type { OperatorPermission } from "#shared/model/operator.ts";
import { submitLogin } from "./account-steps.ts";

/** Does what `npm run ops -- operators grant` does, which only finds a cloud at consecutive ports. */
async function grant(userUsername: string, permissions: readonly OperatorPermission[]) {
  const { table: stored } = inject("cloud");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", stored.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", LOCAL_CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", LOCAL_CREDENTIALS.secretAccessKey);
  const table = openTable({ TABLE_NAME: stored.name });
  const user = await findByUsername(table, userUsername, new Date());
  if (!user || !(await setPermissions(table, user, permissions))) throw new Error("Nothing was granted");
}

/** Creates an operator with an authenticator app; returns how they log in, each time by a code that wasn't used before. */
export async function createOperator(
  origin: string,
  permissions: readonly OperatorPermission[],
  person: typeof DEMO_MODERATOR = DEMO_MODERATOR,
) {
  let secret = "";
  await addModerator({
    origin,
    moderator: person,
    storedSecret: undefined,
    storeSecret: (stored) => {
      secret = stored;
    },
    grant: () => grant(person.userUsername, permissions),
    onWait: () => undefined,
  });
  let usedCode = generateCode(secret);
  return async (page: Page) => {
    await page.goto("/login");
    await submitLogin(page, person.userUsername, DEMO_PASSWORD);
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    await expect.poll(() => generateCode(secret), { timeout: 40_000 }).not.toBe(usedCode);
    usedCode = generateCode(secret);
    await code.fill(usedCode);
    await code.press("Enter");
    await page.getByRole("button", { name: "Profile menu" }).waitFor();
  };
}
