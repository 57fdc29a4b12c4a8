import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { checkRequired, fromAdmin, fromUser } from "./attributes.ts";
import { CognitoError, expiredCode, invalidParameter, notAuthorized } from "./errors.ts";
import { deliveryTo } from "./messages.ts";
import {
  AttributeList,
  adminOperation,
  Code,
  OfClient,
  OfUser,
  Password,
  publicOperation,
  Username,
} from "./operation.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import type { Pool } from "./pools.ts";
import { described, type User } from "./users.ts";

/** An address that no one reads: what an unknown user is told must look like what a known one is told. */
export const NOBODY = "nobody@example.com";

export const SignUp = publicOperation(
  z.object({
    ...OfClient,
    Username,
    Password,
    UserAttributes: z.optional(AttributeList),
  }),
  async ({ ClientId, Username, Password, UserAttributes = [] }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool.adminCreatesUsers) throw notAuthorized("SignUp is not permitted for this user pool");
    checkPassword(pool, Password);
    const attributes = checkRequired(pool, fromUser(pool, UserAttributes));
    const password = await hashPassword(Password);
    const user = service.users.create({ pool: pool.poolId, username: Username, password, attributes });
    const answer = { UserConfirmed: false, UserSub: user.sub };
    const { email } = attributes;
    if (!email || !isVerifiedByMail(pool)) return answer;
    return { ...answer, CodeDeliveryDetails: await service.sendCode({ user, to: email, purpose: "signUp" }) };
  },
);

export const ConfirmSignUp = publicOperation(
  z.object({ ...OfClient, Username, ConfirmationCode: Code }),
  async ({ ClientId, Username, ConfirmationCode }, { pools, users, codes }) => {
    const user = users.find(pools.byClient(ClientId).poolId, Username);
    if (!user) throw expiredCode();
    refuseConfirmed(user);
    codes.redeem(user, "signUp", ConfirmationCode);
    users.change(user, { status: "CONFIRMED", attributes: { ...user.attributes, email_verified: "true" } });
    return {};
  },
);

export const ResendConfirmationCode = publicOperation(
  z.object({ ...OfClient, Username }),
  async ({ ClientId, Username }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (!isVerifiedByMail(pool)) throw notVerifiedByMail();
    const user = service.users.find(pool.poolId, Username);
    if (!user?.enabled) return { CodeDeliveryDetails: deliveryTo(NOBODY) };
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const to = user.attributes.email;
    if (!to) throw notVerifiedByMail();
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "signUp" }) };
  },
);

/** Makes a user who has to change the password before the first sign-in; the stand-in sends no invitations. */
export const AdminCreateUser = adminOperation(
  z.object({
    ...OfUser,
    TemporaryPassword: z.optional(Password),
    UserAttributes: z.optional(AttributeList),
    MessageAction: z.optional(z.string()),
  }),
  async ({ UserPoolId, Username, TemporaryPassword, UserAttributes = [], MessageAction }, service) => {
    const pool = service.pools.byId(UserPoolId);
    if (MessageAction !== "SUPPRESS") {
      throw new CognitoError("UnknownOperationException", "The Cognito stand-in sends no invitations");
    }
    const attributes = checkRequired(pool, fromAdmin(UserAttributes));
    if (TemporaryPassword !== undefined) checkPassword(pool, TemporaryPassword);
    const password = await hashPassword(TemporaryPassword ?? randomBytes(24).toString("base64"));
    const of = { pool: pool.poolId, username: Username, password, attributes };
    return { User: described(service.users.create({ ...of, status: "FORCE_CHANGE_PASSWORD" }), "Attributes") };
  },
);

/** Confirms the account but not the address, as AWS does. */
export const AdminConfirmSignUp = adminOperation(z.object(OfUser), async ({ UserPoolId, Username }, service) => {
  const user = service.users.get(service.pools.byId(UserPoolId).poolId, Username);
  refuseConfirmed(user);
  service.users.change(user, { status: "CONFIRMED" });
  return {};
});

const isVerifiedByMail = ({ autoVerified = [] }: Pool) => autoVerified.includes("email");

const notVerifiedByMail = () => invalidParameter("Cannot resend codes. Auto verification not turned on.");

function refuseConfirmed({ status }: User): void {
  if (status !== "UNCONFIRMED") throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
}
