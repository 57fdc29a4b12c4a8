import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { OpenTable } from "../table/marketplace-table.ts";
import { transact } from "../table/transact.ts";
import { ClaimEntity } from "../users/claim.entity.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { EmailChangeEntity } from "./email-change.entity.ts";

/**
 * Closes an account for good: its e-mail is free again, its username never is, and what is personal goes. Refuses one
 * that is closed already or whose e-mail moved in the same moment.
 */
export const closeAccount = (table: OpenTable, { userId, email }: User, at: Date) =>
  transact(table, [
    {
      write: UserEntity.build(UpdateTransaction)
        .item({
          userId,
          deactivatedAt: at.toISOString(),
          email: "",
          fullName: "",
          shown: 0,
          unread: 0,
          avatarKey: $remove(),
          avatarMediaId: $remove(),
          description: $remove(),
          country: $remove(),
          billing: $remove(),
        })
        .options({ condition: { and: [...OPEN.and, { attr: "email", eq: email }] } }),
      otherwise: "forbidden",
    },
    {
      write: ClaimEntity.build(DeleteTransaction)
        .key({ kind: "EMAIL", value: email })
        .options({ condition: { attr: "userId", eq: userId } }),
      otherwise: "forbidden",
    },
    { write: EmailChangeEntity.build(DeleteTransaction).key({ userId }) },
  ]);
