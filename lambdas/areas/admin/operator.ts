import { readOperator } from "#shared/contract/admin.ts";
import { handle } from "../../platform/runtime/handle.ts";

/** The contract leaves out the rest of the actor. */
export const readOperatorHandler = handle(readOperator, async ({ actor }) => ({
  ...actor,
  permissions: [...actor.permissions],
}));
