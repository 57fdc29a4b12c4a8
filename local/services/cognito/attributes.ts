import * as z from "zod/mini";
import { invalidParameter, notAuthorized } from "./errors.ts";
import type { CodeDelivery } from "./messages.ts";
import {
  AttributeList,
  adminOperation,
  Code,
  callerOf,
  Metadata,
  OfCaller,
  OfUser,
  publicOperation,
  type Service,
} from "./operation.ts";
import type { Pool } from "./pools.ts";
import type { Attributes, User } from "./users.ts";

const STANDARD = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
   phone_number_verified picture preferred_username profile sub updated_at website zoneinfo`.split(/\s+/),
);
const ONLY_ADMIN = ["email_verified", "phone_number_verified"];

/** Attributes of the pool's schema; fails with InvalidParameterException for any other, and for `sub`. */
export function fromAdmin(list: z.infer<typeof AttributeList>): Attributes {
  for (const { Name, Value } of list) {
    if (!STANDARD.has(Name) && !Name.startsWith("custom:")) {
      throw invalidParameter(`user.${Name}: Attribute does not exist in the schema.`);
    }
    if (Name === "sub") throw invalidParameter("Cannot modify the non-mutable attribute sub");
    if (Name === "email" && !/^[^\s@]+@[^\s@]+$/.test(Value ?? "")) {
      throw invalidParameter("Invalid email address format.");
    }
  }
  return Object.fromEntries(list.map(({ Name, Value = "" }) => [Name, Value]));
}

/** The same for a user's own request, who can't declare an address verified. */
export function fromUser(list: z.infer<typeof AttributeList>): Attributes {
  if (list.some(({ Name }) => ONLY_ADMIN.includes(Name))) {
    throw notAuthorized("A client attempted to write unauthorized attribute");
  }
  return fromAdmin(list);
}

export const UpdateUserAttributes = publicOperation(
  z.object({ ...OfCaller, UserAttributes: AttributeList, ClientMetadata: Metadata }),
  async ({ AccessToken, UserAttributes, ClientMetadata }, service) => {
    const { pool, user } = await callerOf(AccessToken, service);
    const changes = fromUser(UserAttributes);
    return { CodeDeliveryDetailsList: await update(service, pool, user, changes, ClientMetadata) };
  },
);

export const AdminUpdateUserAttributes = adminOperation(
  z.object({ ...OfUser, UserAttributes: AttributeList, ClientMetadata: Metadata }),
  async ({ UserPoolId, Username, UserAttributes, ClientMetadata }, service) => {
    const pool = service.pools.byId(UserPoolId);
    const user = service.users.get(pool.poolId, Username);
    await update(service, pool, user, fromAdmin(UserAttributes), ClientMetadata);
    return {};
  },
);

export const GetUserAttributeVerificationCode = publicOperation(
  z.object({ ...OfCaller, AttributeName: z.string(), ClientMetadata: Metadata }),
  async ({ AccessToken, AttributeName, ClientMetadata }, service) => {
    const { pool, user } = await callerOf(AccessToken, service);
    const to = user.pending.email ?? user.attributes.email;
    if (AttributeName !== "email" || !to) throw invalidParameter(`User has no ${AttributeName} to verify.`);
    const mail = { pool, user, to, purpose: "email", clientMetadata: ClientMetadata } as const;
    return { CodeDeliveryDetails: await service.sendCode({ ...mail, source: "CustomMessage_VerifyUserAttribute" }) };
  },
);

export const VerifyUserAttribute = publicOperation(
  z.object({ ...OfCaller, AttributeName: z.string(), Code }),
  async ({ AccessToken, AttributeName, Code }, service) => {
    const { user } = await callerOf(AccessToken, service);
    if (AttributeName !== "email") throw invalidParameter(`User has no ${AttributeName} to verify.`);
    service.codes.redeem(user, "email", Code);
    const attributes = { ...user.attributes, ...user.pending, email_verified: "true" };
    service.users.change(user, { attributes, pending: {} });
    return {};
  },
);

/** A new address waits for its code and the old one stays in force, unless an administrator vouches for it. */
async function update(
  service: Service,
  pool: Pool,
  user: User,
  changes: Attributes,
  clientMetadata: Record<string, string> | undefined,
): Promise<CodeDelivery[]> {
  const { email, ...others } = changes;
  const isSettled = email === user.attributes.email && user.attributes.email_verified === "true";
  if (email === undefined || changes.email_verified === "true" || isSettled) {
    const pending = email === undefined ? user.pending : {};
    service.users.change(user, { attributes: { ...user.attributes, ...changes }, pending });
    return [];
  }
  const changed = service.users.change(user, { attributes: { ...user.attributes, ...others }, pending: { email } });
  const mail = { pool, user: changed, to: email, purpose: "email", clientMetadata } as const;
  return [await service.sendCode({ ...mail, source: "CustomMessage_UpdateUserAttribute" })];
}
