import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { blockPerson, listBlocked, unblockPerson } from "#shared/contract/messages.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { transact } from "../../platform/table/transact.ts";
import { findPeople } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { buildOpenAccountCheck } from "../users/open-account.ts";
import { BlockEntity } from "./block.entity.ts";
import type { MessagesServices } from "./services.ts";

const formatter = BlockEntity.build(EntityFormatter);

export const listBlockedHandler = handle(
  listBlocked,
  async ({ params: { userId }, query: { cursor, limit } }, { table }: MessagesServices) => {
    const { pk, sk } = getKeyPrefix(BlockEntity, { userId });
    const start = cursor ? { pk, sk: sk + cursor } : undefined;
    const ids = await queryPage(
      table,
      { partition: pk, range: { beginsWith: sk } },
      { limit, consistent: true, exclusiveStartKey: start },
      (item) => formatter.format(item).personId,
    );
    const getPerson = await findPeople(table, ids);
    return toPage(ids, limit, (id) => id, getPerson);
  },
);

export const blockPersonHandler = handle(
  blockPerson,
  async ({ params: { userId, personId } }, { table, now }: MessagesServices) => {
    if (userId === personId) return fail("block_self");
    if (!(await findUser(table, personId))) return fail("user_not_found");
    const block = BlockEntity.build(PutTransaction).item({ userId, personId, since: now().toISOString() });
    return transact(table, [buildOpenAccountCheck(userId), { write: block }]);
  },
);

export const unblockPersonHandler = handle(unblockPerson, async ({ params }, { table }: MessagesServices) =>
  transact(table, [buildOpenAccountCheck(params.userId), { write: BlockEntity.build(DeleteTransaction).key(params) }]),
);
