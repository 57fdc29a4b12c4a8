import { randomInt } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { computeAddressKey } from "../../platform/throttle/address-key.ts";
import { counterDigest } from "../../platform/throttle/counter-digest.ts";
import { ConnectionSlotEntity } from "./connection.entity.ts";

/** Owner of a limited number of concurrent connections. */
export interface SlotOwner {
  readonly kind: keyof typeof LIMITS.connections;
  /** A user's id, or the digest of an IP address. */
  readonly id: string;
}

export const buildAddressOwner = (sourceIp: string): SlotOwner => ({
  kind: "address",
  id: counterDigest(computeAddressKey(sourceIp)),
});

const buildOwnerKey = ({ kind, id }: SlotOwner) => `${kind}#${id}`;

/**
 * Takes one of the owner's slots for a connection; false if all are taken. A slot is an item that one connection creates, so
 * that concurrent connections stay within the limit; unreleased slots expire after two hours.
 */
export async function takeSlot(table: OpenTable, owner: SlotOwner, connectionId: string, now: Date): Promise<boolean> {
  const at = epochSeconds(now);
  for (;;) {
    const taken = (await listSlots(table, owner)).filter(({ expires }) => expires > at);
    if (taken.some((slot) => slot.connectionId === connectionId)) return true;
    const numbers = new Set(taken.map(({ slot }) => slot));
    const free = Array.from({ length: LIMITS.connections[owner.kind] }, (_, slot) => String(slot)).filter(
      (slot) => !numbers.has(slot),
    );
    // A random free one, so that concurrent connections seldom collide.
    const slot = free.length > 0 ? free[randomInt(free.length)] : undefined;
    if (slot === undefined) return false;
    const put = ConnectionSlotEntity.build(PutItemCommand)
      .item({ owner: buildOwnerKey(owner), slot, connectionId, expires: at + LIFETIMES.socket })
      .options({
        condition: {
          or: [
            { attr: "connectionId", exists: false },
            { attr: "expires", lte: at },
          ],
        },
      });
    if (await conditionHeld(table.send(put))) return true;
  }
}

/** Releases a connection's slot; safe to repeat. */
export async function releaseSlot(table: OpenTable, owner: SlotOwner, connectionId: string) {
  const own = (await listSlots(table, owner)).filter((slot) => slot.connectionId === connectionId);
  for (const { slot } of own) {
    const remove = ConnectionSlotEntity.build(DeleteItemCommand)
      .key({ owner: buildOwnerKey(owner), slot })
      .options({ condition: { attr: "connectionId", eq: connectionId } });
    await conditionHeld(table.send(remove));
  }
}

async function listSlots(table: OpenTable, owner: SlotOwner) {
  return queryAll(table, ConnectionSlotEntity, { owner: buildOwnerKey(owner) });
}
