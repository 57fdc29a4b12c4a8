import { openDeferredMails } from "../../../../platform/mail/open-deferred-mails.ts";
import { openMail } from "../../../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../../../platform/runtime/serve.ts";
import { openTable } from "../../../../platform/table/marketplace-table.ts";
import { openPayments } from "../../stripe/open-payments.ts";

export const serviceFactories = {
  table: openTable,
  payments: openPayments,
  mail: openMail,
  deferredMails: openDeferredMails,
};

export type StripeServices = OpenedServices<typeof serviceFactories> & BaseServices;
