import { readProofOptions } from "#shared/contract/second-factor.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import type { SecondFactorServices } from "./services.ts";
import { factorChoice } from "./verify-factor.ts";

export const readProofOptionsHandler = handle(readProofOptions, async ({ params }, services: SecondFactorServices) => {
  const user = await findOpenUser(services.table, params.userId);
  return user ? factorChoice(services, user) : fail("forbidden");
});
