import * as z from "zod/mini";
import { invalidParameter, notAuthorized } from "./errors.ts";
import {
  AttributeList,
  adminOperation,
  CallerInput,
  Code,
  getCaller,
  publicOperation,
  type Service,
  UserInput,
} from "./operation.ts";
import type { Pool } from "./pools.ts";
import type { CodeDelivery } from "./send-code.ts";
import type { Attributes, User } from "./users.ts";

const STANDARD = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
   phone_number_verified picture preferred_username profile sub updated_at website zoneinfo`.split(/\s+/),
);
const ONLY_ADMIN = ["email_verified", "phone_number_verified"];

/** Checks attributes that an administrator sets; throws InvalidParameterException for `sub` and those not in the schema. */
export function attributesFromAdmin(list: z.infer<typeof AttributeList>): Attributes {
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

/** Checks attributes that a user sets: users can't mark an address verified, and the client needs write permission. */
export function attributesFromUser({ writable }: Pool, list: z.infer<typeof AttributeList>): Attributes {
  if (list.some(({ Name }) => ONLY_ADMIN.includes(Name) || !canWrite(writable, Name))) {
    throw notAuthorized("A client attempted to write unauthorized attribute");
  }
  return attributesFromAdmin(list);
}

/** An empty WriteAttributes list allows all attributes. */
const canWrite = (writable: readonly string[] = [], name: string) => writable.length === 0 || writable.includes(name);

/** Throws when an attribute that the pool requires is missing. */
export function checkRequired({ required = [] }: Pool, attributes: Attributes): Attributes {
  const missing = required.find((name) => !attributes[name]);
  if (missing)
    throw invalidParameter(`Attributes did not conform to the schema: ${missing}: The attribute is required`);
  return attributes;
}

export const UpdateUserAttributes = publicOperation(
  z.object({ ...CallerInput, UserAttributes: AttributeList }),
  async ({ AccessToken, UserAttributes }, service) => {
    const { pool, user } = await getCaller(AccessToken, service);
    return { CodeDeliveryDetailsList: await updateAttributes(service, user, attributesFromUser(pool, UserAttributes)) };
  },
);

export const AdminUpdateUserAttributes = adminOperation(
  z.object({ ...UserInput, UserAttributes: AttributeList }),
  async ({ UserPoolId, Username, UserAttributes }, service) => {
    const user = service.users.get(service.pools.byId(UserPoolId).poolId, Username);
    await updateAttributes(service, user, attributesFromAdmin(UserAttributes));
    return {};
  },
);

export const GetUserAttributeVerificationCode = publicOperation(
  z.object({ ...CallerInput, AttributeName: z.string() }),
  async ({ AccessToken, AttributeName }, service) => {
    const { user } = await getCaller(AccessToken, service);
    const to = user.pending.email ?? user.attributes.email;
    if (AttributeName !== "email" || !to) throw invalidParameter(`User has no ${AttributeName} to verify.`);
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "email" }) };
  },
);

export const VerifyUserAttribute = publicOperation(
  z.object({ ...CallerInput, AttributeName: z.string(), Code }),
  async ({ AccessToken, AttributeName, Code }, service) => {
    const { user } = await getCaller(AccessToken, service);
    if (AttributeName !== "email") throw invalidParameter(`User has no ${AttributeName} to verify.`);
    service.codes.redeem(user, "email", Code);
    const attributes = { ...user.attributes, ...user.pending, email_verified: "true" };
    service.users.change(user, { attributes, pending: {} });
    return {};
  },
);

export const DeleteUserAttributes = publicOperation(
  z.object({ ...CallerInput, UserAttributeNames: z.array(z.string()) }),
  async ({ AccessToken, UserAttributeNames }, service) => {
    const { pool, user } = await getCaller(AccessToken, service);
    attributesFromUser(
      pool,
      UserAttributeNames.map((Name) => ({ Name, Value: "a@b" })),
    );
    const remaining = Object.entries(user.attributes).filter(([name]) => !UserAttributeNames.includes(name));
    service.users.change(user, { attributes: checkRequired(pool, Object.fromEntries(remaining)) });
    return {};
  },
);

/** A new address stays pending until its code is entered, unless an administrator marks it verified. */
async function updateAttributes(service: Service, user: User, changes: Attributes): Promise<CodeDelivery[]> {
  const { email, ...others } = changes;
  const isCurrent = email === user.attributes.email && user.attributes.email_verified === "true";
  if (email === undefined || changes.email_verified === "true" || isCurrent) {
    const pending = email === undefined ? user.pending : {};
    service.users.change(user, { attributes: { ...user.attributes, ...changes }, pending });
    return [];
  }
  const changed = service.users.change(user, { attributes: { ...user.attributes, ...others }, pending: { email } });
  return [await service.sendCode({ user: changed, to: email, purpose: "email" })];
}
