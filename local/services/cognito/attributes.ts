import * as z from "zod/mini";
import { invalidParameter, notAuthorized } from "./errors.ts";
import type { CodeDelivery } from "./messages.ts";
import {
  AttributeList,
  adminOperation,
  Code,
  callerOf,
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

/** The same for a user's own request: an address can't be declared verified, and the client has to be let write. */
export function fromUser({ writable }: Pool, list: z.infer<typeof AttributeList>): Attributes {
  if (list.some(({ Name }) => ONLY_ADMIN.includes(Name) || !mayWrite(writable, Name))) {
    throw notAuthorized("A client attempted to write unauthorized attribute");
  }
  return fromAdmin(list);
}

/** Cognito takes an empty list for all attributes. */
const mayWrite = (writable: readonly string[] = [], name: string) => writable.length === 0 || writable.includes(name);

/** Every new user has what the pool's schema requires. */
export function checkRequired({ required = [] }: Pool, attributes: Attributes): Attributes {
  const missing = required.find((name) => !attributes[name]);
  if (missing)
    throw invalidParameter(`Attributes did not conform to the schema: ${missing}: The attribute is required`);
  return attributes;
}

export const UpdateUserAttributes = publicOperation(
  z.object({ ...OfCaller, UserAttributes: AttributeList }),
  async ({ AccessToken, UserAttributes }, service) => {
    const { pool, user } = await callerOf(AccessToken, service);
    return { CodeDeliveryDetailsList: await update(service, user, fromUser(pool, UserAttributes)) };
  },
);

export const AdminUpdateUserAttributes = adminOperation(
  z.object({ ...OfUser, UserAttributes: AttributeList }),
  async ({ UserPoolId, Username, UserAttributes }, service) => {
    const user = service.users.get(service.pools.byId(UserPoolId).poolId, Username);
    await update(service, user, fromAdmin(UserAttributes));
    return {};
  },
);

export const GetUserAttributeVerificationCode = publicOperation(
  z.object({ ...OfCaller, AttributeName: z.string() }),
  async ({ AccessToken, AttributeName }, service) => {
    const { user } = await callerOf(AccessToken, service);
    const to = user.pending.email ?? user.attributes.email;
    if (AttributeName !== "email" || !to) throw invalidParameter(`User has no ${AttributeName} to verify.`);
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "email" }) };
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

export const DeleteUserAttributes = publicOperation(
  z.object({ ...OfCaller, UserAttributeNames: z.array(z.string()) }),
  async ({ AccessToken, UserAttributeNames }, service) => {
    const { pool, user } = await callerOf(AccessToken, service);
    fromUser(
      pool,
      UserAttributeNames.map((Name) => ({ Name, Value: "a@b" })),
    );
    const kept = Object.entries(user.attributes).filter(([name]) => !UserAttributeNames.includes(name));
    service.users.change(user, { attributes: checkRequired(pool, Object.fromEntries(kept)) });
    return {};
  },
);

/** A new address waits for its code and the old one stays in force, unless an administrator vouches for it. */
async function update(service: Service, user: User, changes: Attributes): Promise<CodeDelivery[]> {
  const { email, ...others } = changes;
  const isSettled = email === user.attributes.email && user.attributes.email_verified === "true";
  if (email === undefined || changes.email_verified === "true" || isSettled) {
    const pending = email === undefined ? user.pending : {};
    service.users.change(user, { attributes: { ...user.attributes, ...changes }, pending });
    return [];
  }
  const changed = service.users.change(user, { attributes: { ...user.attributes, ...others }, pending: { email } });
  return [await service.sendCode({ user: changed, to: email, purpose: "email" })];
}
