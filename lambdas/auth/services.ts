import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openIdentity } from "./identity.ts";
import { openMailRequests } from "./open-mail-requests.ts";

export const serviceFactories = {
  table: openTable,
  identity: openIdentity,
  mail: openMail,
  mailRequests: openMailRequests,
};

export type AuthServices = ServicesOf<typeof serviceFactories> & BaseServices;
