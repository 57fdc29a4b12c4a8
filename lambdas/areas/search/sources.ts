import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { CARD_ATTRIBUTES } from "../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { readOrLeaveOut } from "../../platform/table/unreadable.ts";
import type { Document, Kind } from "../../search-engine/document.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { formatCard } from "../artwork/artwork-lists.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";
import type { User } from "../users/find-user.ts";
import { isOpen } from "../users/open-account.ts";
import { PROFILE_ATTRIBUTES } from "../users/public-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { fileFacet, toArtworkDocument } from "./artwork-document.ts";

/** The key and these attributes of a stored item. */
const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(item).filter(([name, value]) => ["pk", "sk", ...names].includes(name) && value !== undefined),
  );

/** Attributes that a result shows, and the picture's look for comparisons. */
const STORED_OF_ARTWORK = [...CARD_ATTRIBUTES, "look"];

/**
 * The artwork's document in the search index. Taken-down artwork, even deleted, has a hidden one for comparing uploads with it;
 * other artwork that visitors can't find has none.
 */
function toDocument(item: ArtworkItem): Document | undefined {
  const isTakenDown = item.blocked === "artwork";
  if (!isTakenDown && (item.visibility !== "visible" || item.deletedAt !== undefined)) return undefined;
  const card = pick(ArtworkEntity.build(EntityParser).parse(item).item, STORED_OF_ARTWORK);
  const document = { ...toArtworkDocument(item), card };
  return isTakenDown ? { ...document, facets: [fileFacet(item.sha256)], isHidden: true } : document;
}

/** Attributes that the index depends on: most changes of an account, such as its unread count, touch none. */
export const INDEXED_OF_USER = [...PROFILE_ATTRIBUTES, "verified", "deactivatedAt", "blockedAt"] as const;

const toUserDocument = (user: User): Document | undefined =>
  user.verified && isOpen(user)
    ? {
        texts: [`${user.name} ${user.fullName}`],
        facets: [],
        measures: {},
        card: pick(UserEntity.build(EntityParser).parse(user).item, PROFILE_ATTRIBUTES),
      }
    : undefined;

/** Documents of the present items, in the order of `ids`; an item may be newer than the stream record that named it. */
export const readDocuments = (
  table: OpenTable,
  kind: Kind,
  ids: readonly string[],
): Promise<(Document | undefined)[]> =>
  inBatches(ids, kind === "users" ? (batch) => readUsers(table, batch) : (batch) => readArtworks(table, batch));

async function readUsers(table: OpenTable, userIds: readonly string[]) {
  const requests = userIds.map((userId) => UserEntity.build(BatchGetRequest).key({ userId }));
  const command = MarketplaceTable.build(BatchGetCommand).requests(...requests);
  return (await batchGet(table, command.options({ consistent: true }))).map(
    (user) => user && readOrLeaveOut(user, toUserDocument),
  );
}

async function readArtworks(table: OpenTable, artworkIds: readonly string[]) {
  const requests = artworkIds.map((artworkId) => ArtworkEntity.build(BatchGetRequest).key({ artworkId }));
  const command = MarketplaceTable.build(BatchGetCommand).requests(...requests);
  return (await batchGet(table, command.options({ consistent: true }))).map(
    (item) => item && readOrLeaveOut(item, toDocument),
  );
}

export const formatArtwork = formatCard;

export const formatUser = (card: Record<string, unknown>) =>
  UserEntity.build(EntityFormatter).format(card, { attributes: [...PROFILE_ATTRIBUTES] });
