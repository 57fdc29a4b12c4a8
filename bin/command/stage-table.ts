import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import type { Stage } from "./stage.ts";

export const openStageTable = (stage: Stage) => openTable({ TABLE_NAME: stage.output("TableName") });
