import * as z from "zod/mini";
import { codeMismatch, notAuthorized, wrongCredentials } from "./errors.ts";
import { deliveryTo } from "./messages.ts";
import {
  adminOperation,
  Code,
  callerOf,
  OfCaller,
  OfClient,
  OfUser,
  Password,
  publicOperation,
  Username,
} from "./operation.ts";
import { checkPassword, hashPassword, matchesPassword } from "./passwords.ts";
import { NOBODY } from "./sign-up.ts";

const CHANGE = "change password";

export const ForgotPassword = publicOperation(
  z.object({ ...OfClient, Username }),
  async ({ ClientId, Username }, service) => {
    const pool = service.pools.byClient(ClientId);
    if (pool.adminRecovers) throw notAuthorized("Contact administrator to reset password.");
    const user = service.users.find(pool.poolId, Username);
    const to = user?.attributes.email_verified === "true" ? user.attributes.email : undefined;
    if (!user?.enabled || !to) return { CodeDeliveryDetails: deliveryTo(NOBODY) };
    return { CodeDeliveryDetails: await service.sendCode({ user, to, purpose: "resetPassword" }) };
  },
);

/** Leaves the user's sessions alone, as AWS does: who wants them ended signs the user out globally. */
export const ConfirmForgotPassword = publicOperation(
  z.object({ ...OfClient, Username, ConfirmationCode: Code, Password }),
  async ({ ClientId, Username, ConfirmationCode, Password }, { pools, users, codes }) => {
    const pool = pools.byClient(ClientId);
    checkPassword(pool, Password);
    const user = users.find(pool.poolId, Username);
    if (!user?.enabled) throw codeMismatch();
    codes.redeem(user, "resetPassword", ConfirmationCode);
    users.change(user, { password: await hashPassword(Password), status: "CONFIRMED" });
    return {};
  },
);

export const ChangePassword = publicOperation(
  z.object({ ...OfCaller, PreviousPassword: Password, ProposedPassword: Password }),
  async ({ AccessToken, PreviousPassword, ProposedPassword }, service) => {
    const { pool, user } = await callerOf(AccessToken, service);
    service.attempts.limit(user, "guess", CHANGE);
    if (!(await matchesPassword(PreviousPassword, user.password))) throw wrongCredentials();
    checkPassword(pool, ProposedPassword);
    service.users.change(user, { password: await hashPassword(ProposedPassword) });
    service.attempts.clear(user, CHANGE);
    return {};
  },
);

export const AdminSetUserPassword = adminOperation(
  z.object({ ...OfUser, Password, Permanent: z.optional(z.boolean()) }),
  async ({ UserPoolId, Username, Password, Permanent = false }, { pools, users }) => {
    const pool = pools.byId(UserPoolId);
    const user = users.get(pool.poolId, Username);
    checkPassword(pool, Password);
    const status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    users.change(user, { password: await hashPassword(Password), status });
    return {};
  },
);
