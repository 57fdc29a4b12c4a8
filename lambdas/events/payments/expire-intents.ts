import { endIntent, type PaymentServices } from "../../areas/purchases/order/end-intent.ts";
import { findIntent, listExpired } from "../../areas/purchases/order/find-intent.ts";
import { openPayments } from "../../areas/purchases/stripe/open-payments.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { tryEach } from "../try-each.ts";
import { deleteClosedAccountCustomers } from "./delete-customers.ts";

const serviceFactories = { table: openTable, payments: openPayments };

type ExpireServices = PaymentServices & BaseServices;

let services: ExpireServices | undefined;

/** Ends expired payments, places the orders of paid ones whose events were lost, and deletes the customers of closed accounts. */
export async function handler() {
  services ??= openServices("expire-intents", serviceFactories, process.env);
  try {
    await expireIntents(services);
  } finally {
    await deleteClosedAccountCustomers(services);
  }
}

/** Ends expired payments, oldest first; throws at the end if one couldn't be ended. */
export async function expireIntents(services: ExpireServices): Promise<void> {
  const { table, now, log } = services;
  await tryEach(
    listExpired(table, epochSeconds(now())),
    async (key) => {
      const intent = await findIntent(table, key);
      if (intent?.state !== "open" || intent.until > epochSeconds(now())) return;
      await endIntent(services, intent, "expired");
    },
    { log, failure: "A payment could not be ended" },
  );
}
