import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { SessionClaims } from "../../areas/users/check-session.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { transact } from "../../platform/table/transact.ts";
import { ConnectionEntity, UserConnectionEntity } from "./connection.entity.ts";
import { buildAddressOwner, releaseSlot, takeSlot } from "./connection-slots.ts";

/** Stores an unauthenticated connection. False if its IP address has too many. */
export async function createConnection(table: OpenTable, connectionId: string, sourceIp: string, now: Date) {
  const owner = buildAddressOwner(sourceIp);
  if (!(await takeSlot(table, owner, connectionId, now))) return false;
  const expires = epochSeconds(now) + LIFETIMES.socket;
  await table.send(ConnectionEntity.build(PutItemCommand).item({ connectionId, address: owner.id, expires }));
  return true;
}

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

/** Assigns a connection to a user; fails if it is closed, another user's, or the user has too many. */
export async function assignConnection(
  table: OpenTable,
  connectionId: string,
  { until, ...session }: Holder,
  now: Date,
): Promise<"assigned" | "gone" | "too many"> {
  const { userId } = session;
  const connection = await findConnection(table, connectionId);
  if (!connection) return "gone";
  const { expires, userId: before } = connection;
  if (before && before !== userId) await removeLink(table, before, connectionId);
  if (!(await takeSlot(table, { kind: "user", id: userId }, connectionId, now))) return "too many";
  const gone = await transact(table, [
    {
      write: ConnectionEntity.build(UpdateTransaction)
        .item({ connectionId, userId })
        .options({ condition: { attr: "expires", exists: true } }),
      failure: "not_found",
    },
    {
      write: UserConnectionEntity.build(PutTransaction).item({ ...session, connectionId, tokenUntil: until, expires }),
    },
  ]);
  if (!gone) return "assigned";
  await releaseSlot(table, { kind: "user", id: userId }, connectionId);
  return "gone";
}

async function removeLink(table: OpenTable, userId: string, connectionId: string) {
  await table.send(UserConnectionEntity.build(DeleteItemCommand).key({ userId, connectionId }));
  await releaseSlot(table, { kind: "user", id: userId }, connectionId);
}

async function releaseAddress(table: OpenTable, connectionId: string, address: string | undefined) {
  if (address) await releaseSlot(table, { kind: "address", id: address }, connectionId);
}

/** Deletes a connection and its user's item, even if only one of them is left; safe to repeat. */
export async function deleteConnection(table: OpenTable, connectionId: string, userId?: string) {
  const connection = await findConnection(table, connectionId);
  const users = new Set([userId, connection?.userId]);
  for (const user of users) if (user) await removeLink(table, user, connectionId);
  await releaseAddress(table, connectionId, connection?.address);
  await table.send(ConnectionEntity.build(DeleteItemCommand).key({ connectionId }));
}

/** Deletes a connection unless it has authenticated; false if it has. A missing one counts as deleted. */
export async function deleteUnauthenticated(table: OpenTable, connectionId: string) {
  const connection = await findConnection(table, connectionId);
  const remove = ConnectionEntity.build(DeleteItemCommand)
    .key({ connectionId })
    .options({ condition: { attr: "userId", exists: false } });
  const deleted = await conditionHeld(table.send(remove));
  if (deleted) await releaseAddress(table, connectionId, connection?.address);
  return deleted;
}

/** A user's connections, by a consistent read that includes all authenticated before a write. */
export const listConnections = (table: OpenTable, userId: string) => queryAll(table, UserConnectionEntity, { userId });
