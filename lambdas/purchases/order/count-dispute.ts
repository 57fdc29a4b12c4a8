import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { UserEntity } from "../../users/user.entity.ts";
import type { OrderItem } from "./find-order.ts";

/** Counts an order's dispute on both of its sides; an account with disputes can't be closed. */
export const countDispute = ({ buyerId, sellerId }: Pick<OrderItem, "buyerId" | "sellerId">, change: 1 | -1) =>
  [buyerId, sellerId].map((userId) => UserEntity.build(UpdateTransaction).item({ userId, disputes: $add(change) }));
