import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { OPEN } from "./open-account.ts";
import { UserEntity } from "./user.entity.ts";

export type Suspension = NonNullable<User["suspension"]>;

/** True if the account may neither publish, sell nor buy. */
export const isSuspended = <U extends Pick<User, "suspension">>(user: U): user is U & { suspension: Suspension } =>
  user.suspension !== undefined && user.suspension.liftedAt === undefined;

/** Condition that the account isn't suspended. */
export const NOT_SUSPENDED = {
  or: [
    { attr: "suspension" as const, exists: false as const },
    { attr: "suspension.liftedAt" as const, exists: true as const },
  ],
};

/** Condition that this suspension is in force. */
const buildInForceCondition = (suspensionId: string) => [
  { attr: "suspension.suspensionId" as const, eq: suspensionId },
  { attr: "suspension.liftedAt" as const, exists: false as const },
];

/** Suspends an open account; the stream mails its owner. False if it was suspended, blocked or closed meanwhile. */
export const suspendAccount = (
  table: OpenTable,
  userId: string,
  {
    operatorId,
    ...suspension
  }: Pick<Suspension, "suspensionId" | "at" | "reason" | "rule"> & { readonly operatorId: string },
) =>
  conditionHeld(
    table.send(
      UserEntity.build(UpdateItemCommand)
        .item({ userId, suspension: $set(suspension), suspendedBy: operatorId })
        .options({ condition: { and: [OPEN, NOT_SUSPENDED] } }),
    ),
  );

/** Lifts a suspension; the stream mails the owner. False if it was lifted or the account closed meanwhile. */
export const liftSuspension = (
  table: OpenTable,
  userId: string,
  { suspensionId, ...lifted }: Required<Pick<Suspension, "suspensionId" | "liftedAt" | "liftReason">>,
) =>
  conditionHeld(
    table.send(
      UserEntity.build(UpdateItemCommand)
        .item({ userId, suspension: lifted })
        .options({ condition: { and: buildInForceCondition(suspensionId) } }),
    ),
  );

/** Records that the owner answered a suspension. False if they had, or it was lifted meanwhile. */
export const recordAnswered = (table: OpenTable, userId: string, suspensionId: string, at: Date) =>
  conditionHeld(
    table.send(
      UserEntity.build(UpdateItemCommand)
        .item({ userId, suspension: { answeredAt: at.toISOString() } })
        .options({
          condition: {
            and: [...buildInForceCondition(suspensionId), { attr: "suspension.answeredAt", exists: false }],
          },
        }),
    ),
  );
