import { openMail } from "../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIdentity } from "../auth/identity.ts";
import { openSecondFactorKeys } from "./second-factor-keys.ts";

export const serviceFactories = {
  table: openTable,
  signIn: openIdentity,
  mail: openMail,
  secondFactor: openSecondFactorKeys,
};

export type SecondFactorServices = OpenedServices<typeof serviceFactories> & BaseServices;
