import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIMITS } from "#shared/limits.ts";
import { type DueDays, getDueState } from "#shared/rules/due-days.ts";
import { toDay } from "../../platform/runtime/day-range.ts";
import { conditionHeld, ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { CuratedEntity } from "./curated.entity.ts";

/** The operators' selection for the home page, including hidden and deleted artwork. */
export interface Curated {
  readonly artworkIds: readonly string[];
  /** By artwork. */
  readonly days?: Readonly<Record<string, DueDays>> | undefined;
  /** Artworks by the tag of their category. */
  readonly covers?: Readonly<Record<string, string>> | undefined;
  /** Absent before the first selection. */
  readonly revision?: number;
}

export async function findCurated(table: OpenTable, { consistent = false } = {}): Promise<Curated> {
  const command = CuratedEntity.build(GetItemCommand).key({ pk: "CURATED", sk: "CURATED" }).options({ consistent });
  return (await table.send(command)).Item ?? { artworkIds: [] };
}

/** Ids of the artworks that are due, in the operators' order. */
export const listDueIds = ({ artworkIds, days = {} }: Curated, now: Date) =>
  artworkIds.filter((artworkId) => getDueState(days[artworkId] ?? {}, toDay(now)) === "due");

const toStoredDays = (from: DueDays["from"], until: DueDays["until"]) => ({
  ...(from ? { from } : {}),
  ...(until ? { until } : {}),
});

/** Replaces the selection that was read; false if someone else changed it meanwhile. */
export function replaceSelection(
  table: OpenTable,
  read: Curated,
  { artworkIds, days = {}, covers = {} }: Omit<Curated, "revision">,
): Promise<boolean> {
  const keptDays = Object.entries(days).filter(([artworkId]) => artworkIds.includes(artworkId));
  const put = CuratedEntity.build(PutItemCommand)
    .item({
      artworkIds: [...artworkIds],
      days: Object.fromEntries(keptDays.map(([artworkId, { from, until }]) => [artworkId, toStoredDays(from, until)])),
      covers: Object.fromEntries(Object.entries(covers).slice(-LIMITS.categoryCovers)),
      revision: (read.revision ?? 0) + 1,
    })
    .options({ condition: ifUnchanged("revision", read.revision) });
  return conditionHeld(table.send(put));
}

/** Replaces the works of the row; those that stay keep their days. False if someone else changed the selection meanwhile. */
export const replaceCurated = (table: OpenTable, read: Curated, artworkIds: readonly string[]): Promise<boolean> =>
  replaceSelection(table, read, { ...read, artworkIds });
