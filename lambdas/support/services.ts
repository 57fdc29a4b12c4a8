import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";

export const serviceFactories = { table: openTable, mail: openMail };

export type SupportServices = ServicesOf<typeof serviceFactories> & BaseServices;
