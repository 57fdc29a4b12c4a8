import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { listedTagsOf } from "#shared/mediums.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { formatCard } from "../artwork/artwork-lists.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";
import { textsIn } from "../artwork/stored-texts.ts";
import { batchGet, inBatches } from "../table/batch-get.ts";
import { CARD } from "../table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { isOpen } from "../users/open-account.ts";
import { PROFILE_ATTRIBUTES } from "../users/public-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { artworkFacets } from "./artwork-facets.ts";
import { type Kind, type Texts, textsOf } from "./terms.ts";

/** What the index has to hold of an artwork or a user. */
export interface Source {
  readonly texts: Texts;
  /** Whether visitors may find it. */
  readonly shown: boolean;
  /** Attributes of the item that a result is made from, under their stored names. */
  readonly card: Record<string, unknown>;
}

/** Of an item as stored, its key and what is kept under these names. */
const pick = (item: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(item).filter(([name, value]) => ["pk", "sk", ...names].includes(name) && value !== undefined),
  );

/** In the order in which the index keeps them: the title, whatever else was written about the artwork, the artist's name, tags. */
function artworkTexts(item: ArtworkItem) {
  const { artworkTitle, ...others } = textsIn(item);
  const tags = listedTagsOf(item.tags ?? [], item.medium);
  const words = [artworkTitle, Object.values(others).join(" "), item.ownerName ?? "", tags.join(" ")];
  return textsOf(words, artworkFacets(item));
}

/** The names under which a result's attributes are stored, and that of the picture's look, by which results are compared. */
const STORED_OF_ARTWORK = [...Object.values(CARD), ArtworkEntity.schema.attributes.look.props.savedAs];

export const sourceOfArtwork = (item: ArtworkItem): Source => ({
  texts: artworkTexts(item),
  shown: item.visibility === "visible" && item.deletedAt === undefined,
  card: pick(ArtworkEntity.build(EntityParser).parse(item).item, STORED_OF_ARTWORK),
});

const { attributes } = UserEntity.schema;

/** The names under which a profile's attributes are stored. */
const PROFILE = PROFILE_ATTRIBUTES.map((name) => attributes[name].props.savedAs);

/** The names of whatever the index depends on: most changes of an account, such as its count of unread notifications, touch none. */
export const INDEXED_OF_USER = [
  ...PROFILE,
  attributes.verified.props.savedAs,
  attributes.deactivatedAt.props.savedAs,
  attributes.blockedAt.props.savedAs,
];

const sourceOfUser = (user: User): Source => ({
  texts: textsOf([user.name, user.fullName]),
  shown: user.verified && isOpen(user),
  card: pick(UserEntity.build(EntityParser).parse(user).item, PROFILE),
});

/** The present state of any number of artworks or users, in their order, which may be newer than the stream's records of them. */
export const readSources = (table: OpenTable, kind: Kind, ids: readonly string[]): Promise<(Source | undefined)[]> =>
  inBatches(ids, kind === "users" ? (batch) => readUsers(table, batch) : (batch) => readArtworks(table, batch));

async function readUsers(table: OpenTable, userIds: readonly string[]) {
  const requests = userIds.map((userId) => UserEntity.build(BatchGetRequest).key({ userId }));
  const command = MarketplaceTable.build(BatchGetCommand).requests(...requests);
  return (await batchGet(table, command.options({ consistent: true }))).map((user) => user && sourceOfUser(user));
}

async function readArtworks(table: OpenTable, artworkIds: readonly string[]) {
  const requests = artworkIds.map((artworkId) => ArtworkEntity.build(BatchGetRequest).key({ artworkId }));
  const command = MarketplaceTable.build(BatchGetCommand).requests(...requests);
  return (await batchGet(table, command.options({ consistent: true }))).map((item) => item && sourceOfArtwork(item));
}

export const artworkIn = formatCard;

export const userIn = (card: Record<string, unknown>) =>
  UserEntity.build(EntityFormatter).format(card, { attributes: [...PROFILE_ATTRIBUTES] });
