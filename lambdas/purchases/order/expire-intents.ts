import type { BaseServices } from "../../runtime/base-services.ts";
import { epochSeconds } from "../../runtime/epoch-seconds.ts";
import { openServices } from "../../runtime/serve.ts";
import { openTable } from "../../table/marketplace-table.ts";
import { openPayments } from "../stripe/open-payments.ts";
import { endIntent, type PaymentServices } from "./end-intent.ts";
import { findIntent, queryExpired } from "./find-intent.ts";

const serviceFactories = { table: openTable, payments: openPayments };

type ExpireServices = PaymentServices & BaseServices;

let services: ExpireServices | undefined;

/** Ends unfinished payments, and places the orders of paid ones whose every event got lost. */
export async function handler() {
  services ??= openServices("expire-intents", serviceFactories, process.env);
  return expireIntents(services);
}

/** Ends as many as are over, the longest first; throws at the end when one of them couldn't be ended. */
export async function expireIntents(services: ExpireServices): Promise<void> {
  const { table, now, log } = services;
  const failed: unknown[] = [];
  for (const key of await queryExpired(table, epochSeconds(now()))) {
    const intent = await findIntent(table, key);
    if (intent?.state !== "open" || intent.until * 1000 > now().getTime()) continue;
    await endIntent(services, intent, "expired").catch((error: unknown) => {
      log.error("A payment could not be ended", { orderId: intent.orderId, error: error as Error });
      failed.push(error);
    });
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} payments could not be ended`);
}
