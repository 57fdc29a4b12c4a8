import { ScanCommand } from "dynamodb-toolbox/table/actions/scan";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { MarketplaceTable, type OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/** Accounts with permissions of an operator; scans the whole table. */
export async function* findOperators(table: OpenTable) {
  let start: Record<string, unknown> | undefined;
  do {
    const scan = MarketplaceTable.build(ScanCommand)
      .entities(UserEntity)
      .options({
        consistent: true,
        entityAttrFilter: false,
        filters: { user: { attr: "operatorPermissions", exists: true } },
        ...(start ? { exclusiveStartKey: start } : {}),
      });
    const { Items = [], LastEvaluatedKey } = await table.send(scan);
    yield* Items;
    start = LastEvaluatedKey;
  } while (start);
}
