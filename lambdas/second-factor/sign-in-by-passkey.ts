import { signInByPasskey } from "#shared/contract/second-factor.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { verifyAssertion } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";
import { startSession } from "./start-session.ts";

/** A passkey is both factors: the authenticator, and the finger or PIN that it asks for. */
export const signInByPasskeyHandler = handle(
  signInByPasskey,
  async ({ body, cookies, raw, audited }, services: SecondFactorServices) => {
    const userId = await verifyAssertion(services, { purpose: "passkeySignIn" }, body.assertion);
    audited.who = userId;
    const user = userId === undefined ? undefined : await findOpenUser(services.table, userId);
    return user?.verified ? startSession(services, user, { cookies, headers: raw.headers }) : fail("passkey_refused");
  },
);
