import { listOwnership } from "#shared/contract/licenses.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOwnership } from "./find-ownership.ts";
import type { LicensesServices } from "./services.ts";

export const listOwnershipHandler = handle(listOwnership, ({ params, query }, { table }: LicensesServices) =>
  findOwnership(table, params.userId, query),
);
