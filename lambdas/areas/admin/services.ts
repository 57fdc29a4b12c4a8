import { openDeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIndex, openLoggedIndexing } from "../../search-engine/index.ts";
import { openUserDeleter } from "../auth/open-user-deleter.ts";
import { openEdgeInvalidations } from "../media/open-edge-invalidations.ts";
import { openPreviews, openWithheldPreviews } from "../media/open-previews.ts";
import { openPayments } from "../purchases/stripe/open-payments.ts";

export const serviceFactories = {
  table: openTable,
  index: openIndex,
  indexing: openLoggedIndexing,
  readOnlyAuditTable: ({ AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string }) => AUDIT_TABLE_NAME,
  previews: openPreviews,
  withheldPreviews: openWithheldPreviews,
  edgeInvalidations: openEdgeInvalidations,
  operatorsAddress: ({ OPERATORS_MAIL }: { readonly OPERATORS_MAIL: string }) => OPERATORS_MAIL,
  counterNotices: ({ COUNTER_NOTICE_DAYS }: { readonly COUNTER_NOTICE_DAYS: string }) => ({
    days: Number(COUNTER_NOTICE_DAYS),
  }),
  userDeleter: openUserDeleter,
  deferredMails: openDeferredMails,
  payments: openPayments,
};

export type AdminServices = OpenedServices<typeof serviceFactories> & BaseServices;
