import * as z from "zod/mini";
import { fromUser } from "./attributes.ts";
import { expiredCode, invalidParameter, notAuthorized } from "./errors.ts";
import { deliveryTo } from "./messages.ts";
import {
  AttributeList,
  adminOperation,
  Code,
  Metadata,
  OfClient,
  OfUser,
  Password,
  publicOperation,
  Username,
} from "./operation.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import type { User } from "./users.ts";

/** An address that no one reads: what an unknown user is told must look like what a known one is told. */
export const NOBODY = "nobody@example.com";

export const SignUp = publicOperation(
  z.object({
    ...OfClient,
    Username,
    Password,
    UserAttributes: z.optional(AttributeList),
    ClientMetadata: Metadata,
  }),
  async ({ ClientId, Username, Password, UserAttributes = [], ClientMetadata }, service) => {
    const pool = service.pools.byClient(ClientId);
    checkPassword(pool, Password);
    const attributes = fromUser(UserAttributes);
    const password = await hashPassword(Password);
    const user = service.users.create({ pool: pool.poolId, username: Username, password, attributes });
    const answer = { UserConfirmed: false, UserSub: user.sub };
    const { email } = attributes;
    if (!email) return answer;
    const mail = { pool, user, to: email, purpose: "signUp", clientMetadata: ClientMetadata } as const;
    const CodeDeliveryDetails = await service.sendCode({ ...mail, source: "CustomMessage_SignUp" });
    return { ...answer, CodeDeliveryDetails };
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
  z.object({ ...OfClient, Username, ClientMetadata: Metadata }),
  async ({ ClientId, Username, ClientMetadata }, service) => {
    const pool = service.pools.byClient(ClientId);
    const user = service.users.find(pool.poolId, Username);
    if (!user?.enabled) return { CodeDeliveryDetails: deliveryTo(NOBODY) };
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const to = user.attributes.email;
    if (!to) throw invalidParameter("Cannot resend codes. Auto verification not turned on.");
    const mail = { pool, user, to, purpose: "signUp", clientMetadata: ClientMetadata } as const;
    return { CodeDeliveryDetails: await service.sendCode({ ...mail, source: "CustomMessage_ResendCode" }) };
  },
);

/** Confirms the account but not the address, as AWS does. */
export const AdminConfirmSignUp = adminOperation(z.object(OfUser), async ({ UserPoolId, Username }, service) => {
  const user = service.users.get(service.pools.byId(UserPoolId).poolId, Username);
  refuseConfirmed(user);
  service.users.change(user, { status: "CONFIRMED" });
  return {};
});

function refuseConfirmed({ status }: User): void {
  if (status !== "UNCONFIRMED") throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
}
