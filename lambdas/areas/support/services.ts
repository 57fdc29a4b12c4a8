import { openMail } from "../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";

export const serviceFactories = { table: openTable, mail: openMail };

export type SupportServices = OpenedServices<typeof serviceFactories> & BaseServices;
