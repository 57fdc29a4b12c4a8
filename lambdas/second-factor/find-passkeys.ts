import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { PasskeyEntity } from "./passkey.entity.ts";

/** The account's passkeys, oldest first. */
export async function passkeysOf(table: OpenTable, userId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: `U#${userId}`, range: { beginsWith: "PK#" } })
    .entities(PasskeyEntity)
    .options({ consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY });
  const found = (await table.send(query)).Items ?? [];
  return found.sort((a, b) => a.created.localeCompare(b.created));
}
