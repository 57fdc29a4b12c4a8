import { BatchWriteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { v7 as uuidv7 } from "uuid";
import { OTHER_ATTRIBUTES } from "#bench/search/load-index.ts";
import { ArtworkEntity } from "#lambdas/artwork/artwork.entity.ts";
import { storedTexts } from "#lambdas/artwork/stored-texts.ts";
import { indexSearch } from "#lambdas/streams/index-search.ts";
import { MarketplaceTable } from "#lambdas/table/marketplace-table.ts";
import { UserEntity } from "#lambdas/users/user.entity.ts";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { PEOPLE } from "#local/seed/people.ts";
import { followStream } from "./follow-stream.ts";
import type { Api } from "./start-api.ts";

/** An artwork or a user of the demo and its texts, weightiest first. */
export interface CorpusItem {
  readonly id: string;
  readonly fields: readonly string[];
}

/** Puts the demo's people and artwork into the table as if they had been made through the API, oldest first. */
export async function putCorpus() {
  const users = PEOPLE.map((person) => ({ ...person, id: uuidv7() }));
  const idOf = new Map(users.map(({ userUsername, id }) => [userUsername, id]));
  const artworks = CATALOGUE.map(({ userUsername, artwork }) => ({ userUsername, artwork, id: uuidv7() }));
  await putAll([
    ...users.map(({ id, userUsername, userName, userEmail }) =>
      UserEntity.build(EntityParser).parse({
        userId: id,
        name: userUsername,
        fullName: userName,
        email: userEmail,
        verified: true,
      }),
    ),
    ...artworks.map(({ id, userUsername, artwork }) =>
      ArtworkEntity.build(EntityParser).parse({
        ...OTHER_ATTRIBUTES,
        artworkId: id,
        versionId: uuidv7(),
        mediaId: uuidv7(),
        previewKey: uuidv7(),
        ownerId: idOf.get(userUsername) ?? "",
        ownerName: userUsername,
        ...storedTexts({ artworkTitle: artwork.title, artworkDescription: artwork.description }),
      }),
    ),
  ]);
  return {
    users: users.map(({ id, userUsername, userName }): CorpusItem => ({ id, fields: [userUsername, userName] })),
    artworks: artworks.map(
      ({ id, userUsername, artwork }): CorpusItem => ({
        id,
        fields: [artwork.title, artwork.description, userUsername],
      }),
    ),
  };
}

async function putAll(parsed: readonly { item: Record<string, unknown> }[]) {
  const client = new DynamoDBClient({});
  const puts = parsed.map(({ item }) => ({
    PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
  }));
  for (let from = 0; from < puts.length; from += 25) {
    const RequestItems = { [MarketplaceTable.getName()]: puts.slice(from, from + 25) };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
}

/** Brings the index up to date with the table, each time it is called. */
export const follow = (api: Api) =>
  followStream(MarketplaceTable.getName(), [(event) => indexSearch(event, api.services)]);
