import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { fail } from "../../platform/runtime/failure.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import { INDEX_LAG } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { hasOpenIntents } from "../purchases/order/find-intent.ts";
import { ClosedAccountCustomerEntity } from "../purchases/stripe/closed-account-customer.entity.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { EmailChangeEntity } from "./email-change.entity.ts";

/** True if the account has an open payment, as buyer or seller, or a disputed order. */
export async function hasOpenPayments(table: OpenTable, { userId, disputes, lastPayment }: User, at: Date) {
  if (disputes && disputes > 0) return true;
  // Open payments are listed by an index, which lags.
  if (lastPayment !== undefined && at.getTime() / 1000 < lastPayment + INDEX_LAG) return true;
  return hasOpenIntents(table, userId);
}

/**
 * Closes an account for good: its e-mail can be used again, its username can't, and personal data is deleted. Fails if the
 * account has an open payment, is already closed, or its e-mail or payments changed meanwhile.
 */
export async function closeAccount(table: OpenTable, user: User, at: Date, reason?: string) {
  if (await hasOpenPayments(table, user, at)) return fail("user_has_open_payments");
  const { userId, email, customerId } = user;
  return transact(table, [
    {
      write: UserEntity.build(UpdateTransaction)
        .item({
          userId,
          deactivatedAt: at.toISOString(),
          closeReason: reason,
          email: "",
          fullName: "",
          shown: 0,
          unread: 0,
          followers: $remove(),
          following: $remove(),
          avatarKey: $remove(),
          avatarMediaId: $remove(),
          description: $remove(),
          country: $remove(),
          links: $remove(),
          pinned: $remove(),
          bannerId: $remove(),
          billing: $remove(),
          company: $remove(),
          vat: $remove(),
          sellerAddress: $remove(),
          sellerVat: $remove(),
          customerId: $remove(),
          factors: $remove(),
          operatorPermissions: $remove(),
          suspension: $remove(),
          suspendedBy: $remove(),
          blockStatement: $remove(),
          sessionsEnded: $remove(),
        })
        .options({
          condition: { and: [OPEN, { attr: "email", eq: email }, ...buildUnchangedPaymentsCondition(user)] },
        }),
      failure: "forbidden",
    },
    {
      write: ClaimEntity.build(DeleteTransaction)
        .key({ kind: "EMAIL", value: email })
        .options({ condition: { attr: "userId", eq: userId } }),
      failure: "forbidden",
    },
    { write: EmailChangeEntity.build(DeleteTransaction).key({ userId }) },
    ...(customerId ? [{ write: ClosedAccountCustomerEntity.build(PutTransaction).item({ customerId }) }] : []),
  ]);
}

const buildUnchangedPaymentsCondition = ({
  lastPayment,
  disputes,
  customerId,
}: Partial<Pick<User, "lastPayment" | "disputes" | "customerId">>) => [
  ifUnchanged("lastPayment", lastPayment),
  ifUnchanged("disputes", disputes),
  ifUnchanged("customerId", customerId),
];
