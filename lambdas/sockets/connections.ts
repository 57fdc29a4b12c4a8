import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { transact } from "../table/transact.ts";
import type { SessionClaims } from "../users/check-session.ts";
import { ConnectionEntity, UserConnectionEntity } from "./connection.entity.ts";

/** Stores a connection that nobody has authenticated yet. */
export const createConnection = (table: OpenTable, connectionId: string, now: Date) =>
  table.send(
    ConnectionEntity.build(PutItemCommand).item({ connectionId, expires: epochSeconds(now) + LIFETIMES.socket }),
  );

async function findConnection(table: OpenTable, connectionId: string) {
  const { Item } = await table.send(
    ConnectionEntity.build(GetItemCommand).key({ connectionId }).options({ consistent: true }),
  );
  return Item;
}

interface Holder extends SessionClaims {
  /** Epoch seconds. */
  readonly until: number;
}

/** Assigns a connection to a user, and to nobody else. False when the connection is gone already. */
export async function assignConnection(table: OpenTable, connectionId: string, { until, ...session }: Holder) {
  const { userId } = session;
  const connection = await findConnection(table, connectionId);
  if (!connection) return false;
  const { expires, userId: before } = connection;
  if (before && before !== userId) await removeLink(table, before, connectionId);
  const gone = await transact(table, [
    {
      write: ConnectionEntity.build(UpdateTransaction)
        .item({ connectionId, userId })
        .options({ condition: { attr: "expires", exists: true } }),
      otherwise: "not_found",
    },
    {
      write: UserConnectionEntity.build(PutTransaction).item({ ...session, connectionId, tokenUntil: until, expires }),
    },
  ]);
  return !gone;
}

const removeLink = (table: OpenTable, userId: string, connectionId: string) =>
  table.send(UserConnectionEntity.build(DeleteItemCommand).key({ userId, connectionId }));

/** Deletes a connection, whoever's it is, also where only its user's item is left of it; safe to repeat. */
export async function deleteConnection(table: OpenTable, connectionId: string, userId?: string) {
  const connection = await findConnection(table, connectionId);
  const users = new Set([userId, connection?.userId]);
  for (const user of users) if (user) await removeLink(table, user, connectionId);
  await table.send(ConnectionEntity.build(DeleteItemCommand).key({ connectionId }));
}

/** Deletes a connection unless it has authenticated; false when it has. One already deleted counts as deleted. */
export const deleteUnauthenticated = (table: OpenTable, connectionId: string) =>
  conditionHeld(
    table.send(
      ConnectionEntity.build(DeleteItemCommand)
        .key({ connectionId })
        .options({ condition: { attr: "userId", exists: false } }),
    ),
  );

/** A user's connections. Read consistently: whoever authenticated before a write is among them. */
export async function connectionsOf(table: OpenTable, userId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: `U#${userId}`, range: { beginsWith: "WS#" } })
    .entities(UserConnectionEntity)
    .options({ consistent: true, entityAttrFilter: false, maxPages: Number.POSITIVE_INFINITY });
  return (await table.send(query)).Items ?? [];
}
