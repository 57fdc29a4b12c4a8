import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $get } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { NoticeSwitch } from "#shared/model/notifications.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { OPEN } from "./open-account.ts";
import { UserEntity } from "./user.entity.ts";

/** Sets each switch separately, so that concurrent calls don't undo each other. False for a closed account. */
export async function switchNotices(
  table: OpenTable,
  userId: string,
  switched: Readonly<Partial<Record<NoticeSwitch, boolean>>>,
): Promise<boolean> {
  // The table refuses an empty update.
  if (Object.keys(switched).length === 0) return true;
  // A nested value can be written only once its map exists, which the first switch creates.
  const parts = UserEntity.build(UpdateItemCommand)
    .item({ userId, notices: switched })
    .options({ condition: { and: [OPEN, { attr: "notices", exists: true }] } });
  if (await conditionHeld(table.send(parts))) return true;
  const whole = UserEntity.build(UpdateItemCommand)
    .item({ userId, notices: $get("notices", {}) })
    .options({ condition: OPEN });
  return (await conditionHeld(table.send(whole))) && conditionHeld(table.send(parts));
}
