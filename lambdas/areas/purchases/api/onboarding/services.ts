import type { BaseServices } from "../../../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../../../platform/runtime/serve.ts";
import { openTable } from "../../../../platform/table/marketplace-table.ts";
import { openPayments } from "../../stripe/open-payments.ts";

export const serviceFactories = { table: openTable, payments: openPayments };

export type OnboardingServices = OpenedServices<typeof serviceFactories> & BaseServices;
