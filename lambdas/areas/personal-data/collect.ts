import { LIFETIMES } from "#shared/lifetimes.ts";
import { openAuditTable } from "../../platform/audit/audit-table.ts";
import { findEntries } from "../../platform/audit/find-entries.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryIdsOfOwner } from "../artwork/artwork-lists.ts";
import { findAllCounts } from "../audience/find-audience.ts";
import { readPoolUser } from "../auth/read-pool-user.ts";
import type { Media } from "../media/find-media.ts";
import type { User } from "../users/find-user.ts";
import { ARTWORK_OMISSIONS, readArtworks, toUploads } from "./artworks.ts";
import { COMMUNITY_OMISSIONS, readCommunity } from "./community.ts";
import { OWN_OMISSIONS, readOwnItems } from "./own-items.ts";
import { readTrade, TRADE_OMISSIONS } from "./trade.ts";

/** Stores of a person's data. */
export interface Sources {
  readonly table: OpenTable;
  readonly auditTable: string;
  readonly userPool: string;
}

/** Attributes that aren't exported, by section, with the reason; decision 35 lists the omitted sections. */
const OMISSIONS = { ...OWN_OMISSIONS, ...TRADE_OMISSIONS, ...ARTWORK_OMISSIONS, ...COMMUNITY_OMISSIONS };

/** Actions by the account and on it, with one query per day of the account or the log. Other accounts aren't named. */
async function readAudit(table: string, userId: string, at: Date) {
  openAuditTable(table);
  const kept = at.getTime() - LIFETIMES.auditEntry * 1000;
  const from = new Date(Math.max(kept, Date.parse(getCreatedAt(userId))));
  const entries = [];
  for await (const { id: _id, who, reason: _reason, ...entry } of findEntries({
    userId,
    from,
    until: new Date(at.getTime() + 1000),
  })) {
    entries.push({ ...entry, by: who === userId ? "the account" : "another" });
  }
  return entries;
}

/**
 * All stored data of a person, or UnreadableItem is thrown; read by keys, with the uploads for their pictures and the orders
 * for their certificates. Contains no secrets, and of other people only ids of those followed, and of artwork.
 */
export async function collectPersonalData({ table, auditTable, userPool }: Sources, user: User, at: Date) {
  const { userId, avatarMediaId } = user;
  const [own, trade, pool, audit, owned, audience] = await Promise.all([
    readOwnItems(table, userId),
    readTrade(table, userId),
    readPoolUser(userPool, userId),
    readAudit(auditTable, userId, at),
    queryIdsOfOwner(table, userId),
    findAllCounts(table, userId),
  ]);
  // Deleted artwork is in no list, but its sales and recent writes still name it.
  const artworkIds = [
    ...owned,
    ...trade.sold,
    ...audit.flatMap(({ event, target }) => (event.startsWith("artwork.") && target ? [target] : [])),
  ];
  const [{ artworks, media, titles }, community] = await Promise.all([
    readArtworks(table, userId, { artworkIds, avatarMediaId }),
    readCommunity(table, userId, trade.bought),
  ]);
  const [account] = own.account ?? [];
  const sections = {
    ...own,
    account,
    ...trade.sections,
    artworks,
    uploads: toUploads(media),
    audience,
    ...community,
    pool,
    audit,
  };
  return {
    data: { exported: at.toISOString(), ...sections, leftOut: OMISSIONS },
    media: media as readonly Media[],
    titles,
    orders: trade.orders,
  };
}

export type Collected = Awaited<ReturnType<typeof collectPersonalData>>;
