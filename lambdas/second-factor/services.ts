import { openIdentity } from "../auth/identity.ts";
import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openSecondFactorKeys } from "./second-factor-keys.ts";

export const serviceFactories = {
  table: openTable,
  signIn: openIdentity,
  mail: openMail,
  secondFactor: openSecondFactorKeys,
};

export type SecondFactorServices = ServicesOf<typeof serviceFactories> & BaseServices;
