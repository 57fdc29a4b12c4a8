import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openIdentity } from "./identity.ts";

export const serviceFactories = { table: openTable, identity: openIdentity, mail: openMail };

export type AuthServices = ServicesOf<typeof serviceFactories> & BaseServices;
