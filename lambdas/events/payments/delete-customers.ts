import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { ClosedAccountCustomerEntity } from "../../areas/purchases/stripe/closed-account-customer.entity.ts";
import { deleteCustomer } from "../../areas/purchases/stripe/customer.ts";
import type { Payments } from "../../areas/purchases/stripe/open-payments.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { tryEach } from "../try-each.ts";

interface Services extends Pick<BaseServices, "log"> {
  readonly table: OpenTable;
  readonly payments: Payments;
}

/** Deletes the Stripe customers of closed accounts; throws at the end if Stripe refused one, which the next run retries. */
export async function deleteClosedAccountCustomers({ table, payments, log }: Services): Promise<void> {
  await tryEach(
    await queryAll(table, ClosedAccountCustomerEntity, {}),
    async ({ customerId }) => {
      await deleteCustomer(payments, customerId);
      await table.send(ClosedAccountCustomerEntity.build(DeleteItemCommand).key({ customerId }));
    },
    { log, failure: "A customer could not be deleted" },
  );
}
