import { join } from "node:path";
import Stripe from "stripe";
import { CLIENT } from "#lambdas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/purchases/stripe/open-payments.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { PROJECT } from "#lib/entries.ts";
import { openState } from "#local/services/stripe/state.ts";
import { BadCommand } from "../command/bad-command.ts";
import { findLaptopTable, laptopPorts } from "../laptop/find-laptop-table.ts";

/** A client of the laptop's Stripe stand-in, with the key from its state. */
function laptopStripe() {
  const { database, secretOf } = openState(join(process.env.OCHRE_HOME ?? join(PROJECT, ".local"), "stripe"));
  const key = secretOf("secret", "sk_test");
  database.close();
  return new Stripe(key, { protocol: "http", host: "127.0.0.1", port: laptopPorts().stripe, telemetry: false });
}

/** A stage's table and payment provider, or those of the running laptop where neither is named. */
export async function openClients(values: {
  readonly table?: string | undefined;
  readonly secret?: string | undefined;
}) {
  if (values.table && values.secret) {
    const variables = { STRIPE_SECRET_ARN: values.secret, STRIPE_API_URL: "https://api.stripe.com" };
    return { table: openTable({ TABLE_NAME: values.table }), stripe: openPayments(variables)[CLIENT] };
  }
  if (values.table || values.secret) throw new BadCommand("A stage needs both: --table and --secret.");
  return { table: openTable({ TABLE_NAME: await findLaptopTable() }), stripe: laptopStripe() };
}
