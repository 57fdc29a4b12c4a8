import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { updateBilling } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { OPEN } from "./open-account.ts";
import type { UsersServices } from "./services.ts";
import { UserEntity } from "./user.entity.ts";

export const updateBillingHandler = handle(updateBilling, async ({ params, body }, { table }: UsersServices) => {
  const write = UserEntity.build(UpdateTransaction)
    .item({ userId: params.userId, billing: $set(body) })
    .options({ condition: OPEN });
  const refused = await transact(table, [{ write, otherwise: "forbidden" }]);
  return refused ?? { message: MESSAGES.billingUpdated, expose: true as const };
});
