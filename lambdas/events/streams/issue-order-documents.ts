import type { DynamoDBStreamEvent } from "aws-lambda";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { findDocuments } from "../../areas/purchases/documents/find-documents.ts";
import { computeCredited, issueDocuments } from "../../areas/purchases/documents/issue-documents.ts";
import type { OrderItem } from "../../areas/purchases/order/find-orders.ts";
import { OPEN } from "../../areas/users/open-account.ts";
import { UserEntity } from "../../areas/users/user.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume } from "./consume.ts";
import { parseOrder } from "./order-images.ts";

interface IssueServices extends BaseServices {
  readonly table: OpenTable;
}

/** Numbers the receipt or invoice of a paid order, and issues a credit note when money was returned for good. */
export const issueOrderDocuments = (event: DynamoDBStreamEvent, services: IssueServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [parseOrder(record, "OldImage"), parseOrder(record, "NewImage")];
    if (!after?.intentId) return;
    if (!before) await rememberCompany(services.table, after);
    if (!before || computeCredited(before) !== computeCredited(after)) await issueDocuments(services, after.orderId);
  });

/** Stores the company as the default of the next checkout, unless the account was closed meanwhile. */
async function rememberCompany(table: OpenTable, { orderId, buyerId, licenseUsage, licenseCompany }: OrderItem) {
  if (!isHeldByCompany(licenseUsage)) return;
  const [first] = await findDocuments(table, orderId);
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId: buyerId, company: licenseCompany, vat: first?.vat ?? $remove() })
    .options({ condition: OPEN });
  await conditionHeld(table.send(change));
}
