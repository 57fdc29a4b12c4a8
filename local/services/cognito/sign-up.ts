import * as z from "zod/mini";
import { attributesFromAdmin, attributesFromUser, checkRequired } from "./attributes.ts";
import { CognitoError, expiredCode, invalidParameter, notAuthorized } from "./errors.ts";
import {
  AttributeList,
  adminOperation,
  ClientInput,
  Code,
  Password,
  publicOperation,
  UserInput,
  Username,
} from "./operation.ts";
import { checkPassword } from "./passwords.ts";
import type { Pool } from "./pools.ts";
import { codeDelivery } from "./send-code.ts";
import { describeUser, type User } from "./users.ts";

/** The destination reported for an unknown user, so that responses don't reveal which users exist. */
export const DECOY_EMAIL = "nobody@example.com";

export const SignUp = publicOperation(
  z.object({
    ...ClientInput,
    Username,
    Password,
    UserAttributes: z.optional(AttributeList),
  }),
  async ({ ClientId, Username, Password, UserAttributes = [] }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool.adminCreatesUsers) throw notAuthorized("SignUp is not permitted for this user pool");
    checkPassword(pool, Password);
    const attributes = checkRequired(pool, attributesFromUser(pool, UserAttributes));
    const password = await service.passwords.hash(Password);
    const user = service.users.create({ pool: pool.poolId, username: Username, password, attributes });
    const answer = { UserConfirmed: false, UserSub: user.sub };
    const { email } = attributes;
    if (!email || !verifiesEmail(pool)) return answer;
    return { ...answer, CodeDeliveryDetails: await service.sendCode({ user, to: email, purpose: "signUp" }) };
  },
);

export const ConfirmSignUp = publicOperation(
  z.object({ ...ClientInput, Username, ConfirmationCode: Code }),
  async ({ ClientId, Username, ConfirmationCode }, { pools, users, codes }) => {
    const user = users.find(pools.byClient(ClientId).poolId, Username);
    if (!user) throw expiredCode();
    requireUnconfirmed(user);
    codes.redeem(user, "signUp", ConfirmationCode);
    users.change(user, { status: "CONFIRMED", attributes: { ...user.attributes, email_verified: "true" } });
    return {};
  },
);

export const ResendConfirmationCode = publicOperation(
  z.object({ ...ClientInput, Username }),
  async ({ ClientId, Username }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (!verifiesEmail(pool)) throw noAutoVerification();
    const user = service.users.find(pool.poolId, Username);
    if (!user?.enabled) return { CodeDeliveryDetails: codeDelivery(DECOY_EMAIL) };
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const to = user.attributes.email;
    if (!to) throw noAutoVerification();
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "signUp" }) };
  },
);

/** Creates a user who has to change the password at the first sign-in; the stand-in sends no invitations. */
export const AdminCreateUser = adminOperation(
  z.object({
    ...UserInput,
    TemporaryPassword: z.optional(Password),
    UserAttributes: z.optional(AttributeList),
    MessageAction: z.optional(z.string()),
  }),
  async ({ UserPoolId, Username, TemporaryPassword, UserAttributes = [], MessageAction }, service) => {
    const pool = service.pools.byId(UserPoolId);
    if (MessageAction !== "SUPPRESS") {
      throw new CognitoError("UnknownOperationException", "The Cognito stand-in sends no invitations");
    }
    const attributes = checkRequired(pool, attributesFromAdmin(UserAttributes));
    if (TemporaryPassword !== undefined) checkPassword(pool, TemporaryPassword);
    // The password that Cognito generates is sent in the invitation, so that nobody else knows it.
    const { passwords } = service;
    const password = TemporaryPassword === undefined ? passwords.hashOfNone() : await passwords.hash(TemporaryPassword);
    const values = { pool: pool.poolId, username: Username, password, attributes };
    return { User: describeUser(service.users.create({ ...values, status: "FORCE_CHANGE_PASSWORD" }), "Attributes") };
  },
);

/** As on AWS, confirms the user but doesn't verify the address. */
export const AdminConfirmSignUp = adminOperation(z.object(UserInput), async ({ UserPoolId, Username }, service) => {
  const user = service.users.get(service.pools.byId(UserPoolId).poolId, Username);
  requireUnconfirmed(user);
  service.users.change(user, { status: "CONFIRMED" });
  return {};
});

const verifiesEmail = ({ autoVerified = [] }: Pool) => autoVerified.includes("email");

const noAutoVerification = () => invalidParameter("Cannot resend codes. Auto verification not turned on.");

function requireUnconfirmed({ status }: User): void {
  if (status !== "UNCONFIRMED") throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
}
