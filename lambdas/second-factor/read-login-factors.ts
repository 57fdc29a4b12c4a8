import { readLoginFactors } from "#shared/contract/second-factor.ts";
import { Failure } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findPendingLogin } from "./pending-login.ts";
import type { SecondFactorServices } from "./services.ts";
import { factorChoice } from "./verify-factor.ts";

export const readLoginFactorsHandler = handle(readLoginFactors, async ({ cookies }, services: SecondFactorServices) => {
  const pending = await findPendingLogin(services, cookies);
  if (pending instanceof Failure) return pending;
  return { ...(await factorChoice(services, pending.user)), password: false };
});
