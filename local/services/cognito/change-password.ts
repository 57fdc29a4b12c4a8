import * as z from "zod/mini";
import { codeMismatch, notAuthorized, wrongCredentials } from "./errors.ts";
import {
  adminOperation,
  CallerInput,
  ClientInput,
  Code,
  getCaller,
  Password,
  publicOperation,
  UserInput,
  Username,
} from "./operation.ts";
import { checkPassword } from "./passwords.ts";
import { codeDelivery } from "./send-code.ts";
import { DECOY_EMAIL } from "./sign-up.ts";

const CHANGE_PASSWORD = "change password";

export const ForgotPassword = publicOperation(
  z.object({ ...ClientInput, Username }),
  async ({ ClientId, Username }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool.adminRecovers) throw notAuthorized("Contact administrator to reset password.");
    const user = service.users.find(pool.poolId, Username);
    const to = user?.attributes.email_verified === "true" ? user.attributes.email : undefined;
    if (!user?.enabled || !to) return { CodeDeliveryDetails: codeDelivery(DECOY_EMAIL) };
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "resetPassword" }) };
  },
);

/** As on AWS, sessions stay valid until a global sign-out. */
export const ConfirmForgotPassword = publicOperation(
  z.object({ ...ClientInput, Username, ConfirmationCode: Code, Password }),
  async ({ ClientId, Username, ConfirmationCode, Password }, { pools, users, codes, passwords }) => {
    const pool = pools.byClient(ClientId);
    checkPassword(pool, Password);
    const user = users.find(pool.poolId, Username);
    if (!user?.enabled) throw codeMismatch();
    codes.redeem(user, "resetPassword", ConfirmationCode);
    users.change(user, { password: await passwords.hash(Password), status: "CONFIRMED" });
    return {};
  },
);

export const ChangePassword = publicOperation(
  z.object({ ...CallerInput, PreviousPassword: Password, ProposedPassword: Password }),
  async ({ AccessToken, PreviousPassword, ProposedPassword }, service) => {
    const { pool, user } = await getCaller(AccessToken, service);
    service.attempts.limit(user, "guess", CHANGE_PASSWORD);
    if (!(await service.passwords.matches(PreviousPassword, user.password))) throw wrongCredentials();
    checkPassword(pool, ProposedPassword);
    service.users.change(user, { password: await service.passwords.hash(ProposedPassword) });
    service.attempts.clear(user, CHANGE_PASSWORD);
    return {};
  },
);

export const AdminSetUserPassword = adminOperation(
  z.object({ ...UserInput, Password, Permanent: z.optional(z.boolean()) }),
  async ({ UserPoolId, Username, Password, Permanent = false }, { pools, users, passwords }) => {
    const pool = pools.byId(UserPoolId);
    const user = users.get(pool.poolId, Username);
    checkPassword(pool, Password);
    const status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    users.change(user, { password: await passwords.hash(Password), status });
    return {};
  },
);
