import { openMail } from "../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIdentity } from "./identity.ts";
import { openMailRequests } from "./open-mail-requests.ts";

export const serviceFactories = {
  table: openTable,
  identity: openIdentity,
  mail: openMail,
  mailRequests: openMailRequests,
};

export type AuthServices = OpenedServices<typeof serviceFactories> & BaseServices;
