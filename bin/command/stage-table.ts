import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import type { Stage } from "./stage.ts";

/** The stage's table. */
export const openStageTable = (stage: Stage) => openTable({ TABLE_NAME: stage.output("TableName") });
