import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { conditionHeld, ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { CuratedEntity } from "./curated.entity.ts";

/** The operators' selection for the home page, including hidden and deleted artwork. */
export interface Curated {
  readonly artworkIds: readonly string[];
  /** Absent before the first selection. */
  readonly revision?: number;
}

export async function findCurated(table: OpenTable, { consistent = false } = {}): Promise<Curated> {
  const command = CuratedEntity.build(GetItemCommand).key({ pk: "CURATED", sk: "CURATED" }).options({ consistent });
  return (await table.send(command)).Item ?? { artworkIds: [] };
}

/** Replaces the selection that was read; false if someone else changed it meanwhile. */
export function replaceCurated(table: OpenTable, read: Curated, artworkIds: readonly string[]): Promise<boolean> {
  const put = CuratedEntity.build(PutItemCommand)
    .item({ artworkIds: [...artworkIds], revision: (read.revision ?? 0) + 1 })
    .options({ condition: ifUnchanged("revision", read.revision) });
  return conditionHeld(table.send(put));
}
