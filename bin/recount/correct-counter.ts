import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { popularRank } from "#lambdas/areas/artwork/find-artwork.ts";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import type { Counter } from "./counters.ts";

const { favorites, popularRank: rank } = ArtworkEntity.schema.attributes;

/** Of an artwork in the list of popular ones, its place there follows from its favourites. */
const isRanked = ({ sk, attribute }: Counter) => sk === "A" && attribute === favorites.props.savedAs;

/**
 * Sets a counter to what there is, unless it says something else than when it was read. False where it does. One that is an item of
 * its own is made where it isn't there.
 */
export async function correctCounter(TableName: string, counter: Counter): Promise<boolean> {
  const { pk, sk, attribute, says, counted, makes = {} } = counter;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const write = (also: string, condition: string, names: Record<string, string>, values: Record<string, unknown>) =>
    client.send(
      new UpdateCommand({
        TableName,
        Key: { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk },
        UpdateExpression: `SET #n = :counted${also}`,
        ConditionExpression: `${isThere}${says === undefined ? "attribute_not_exists(#n)" : "#n = :says"}${condition}`,
        ExpressionAttributeNames: { "#n": attribute, ...names },
        ExpressionAttributeValues: { ":counted": counted, ...(says === undefined ? {} : { ":says": says }), ...values },
      }),
    );
  const isThere = counter.makes ? "" : `attribute_exists(${TABLE.partitionKey}) AND `;
  const names = { "#rank": rank.props.savedAs };
  try {
    if (isRanked(counter)) {
      const place = { ":place": popularRank(counted, pk.slice("A#".length)) };
      const isHidden = await write(", #rank = :place", " AND attribute_exists(#rank)", names, place)
        .then(() => false)
        .catch(hiddenOrThrow);
      if (isHidden) await write("", " AND attribute_not_exists(#rank)", names, {});
    } else {
      const made = Object.entries(makes);
      const sets = made.map((_, at) => `, #made${at} = :made${at}`).join("");
      const namesOf = Object.fromEntries(made.map(([name], at) => [`#made${at}`, name]));
      await write(sets, "", namesOf, Object.fromEntries(made.map(([, value], at) => [`:made${at}`, value])));
    }
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function hiddenOrThrow(error: unknown) {
  if (error instanceof ConditionalCheckFailedException) return true;
  throw error;
}
