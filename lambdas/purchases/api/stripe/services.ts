import { openDeferredMails } from "../../../mail/open-deferred-mails.ts";
import { openMail } from "../../../mail/open-mail.ts";
import type { BaseServices } from "../../../runtime/base-services.ts";
import type { ServicesOf } from "../../../runtime/serve.ts";
import { openTable } from "../../../table/marketplace-table.ts";
import { openPayments } from "../../stripe/open-payments.ts";

export const serviceFactories = {
  table: openTable,
  payments: openPayments,
  mail: openMail,
  deferredMails: openDeferredMails,
};

export type StripeServices = ServicesOf<typeof serviceFactories> & BaseServices;
