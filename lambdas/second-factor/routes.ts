import * as secondFactor from "#shared/contract/second-factor.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { addPasskeyHandler } from "./add-passkey.ts";
import { beginPasskeyHandler } from "./begin-passkey.ts";
import { beginPasskeySignInHandler } from "./begin-passkey-sign-in.ts";
import { beginTotpHandler } from "./begin-totp.ts";
import { completeLoginHandler } from "./complete-login.ts";
import { confirmTotpHandler } from "./confirm-totp.ts";
import { proveOwnerHandler } from "./prove-owner.ts";
import { readFactorsHandler } from "./read-factors.ts";
import { readLoginFactorsHandler } from "./read-login-factors.ts";
import { readProofOptionsHandler } from "./read-proof-options.ts";
import { removePasskeyHandler } from "./remove-passkey.ts";
import { removeTotpHandler } from "./remove-totp.ts";
import { renewRecoveryCodesHandler } from "./renew-recovery-codes.ts";
import { serviceFactories } from "./services.ts";
import { signInByPasskeyHandler } from "./sign-in-by-passkey.ts";

export const handlers = {
  readLoginFactors: readLoginFactorsHandler,
  completeLogin: completeLoginHandler,
  beginPasskeySignIn: beginPasskeySignInHandler,
  signInByPasskey: signInByPasskeyHandler,
  readFactors: readFactorsHandler,
  readProofOptions: readProofOptionsHandler,
  proveOwner: proveOwnerHandler,
  beginTotp: beginTotpHandler,
  confirmTotp: confirmTotpHandler,
  removeTotp: removeTotpHandler,
  renewRecoveryCodes: renewRecoveryCodesHandler,
  beginPasskey: beginPasskeyHandler,
  addPasskey: addPasskeyHandler,
  removePasskey: removePasskeyHandler,
};

export const handler = serve(secondFactor, handlers, () =>
  openServices("second-factor", serviceFactories, process.env),
);
