import * as secondFactor from "#shared/contract/second-factor.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import {
  proveOwnerHandler,
  readFactorsHandler,
  readProofOptionsHandler,
  renewRecoveryCodesHandler,
} from "./factors.ts";
import { addPasskeyHandler, beginPasskeyHandler, removePasskeyHandler } from "./passkey-setup.ts";
import { serviceFactories } from "./services.ts";
import {
  beginPasskeySignInHandler,
  completeLoginHandler,
  readLoginFactorsHandler,
  signInByPasskeyHandler,
} from "./sign-in.ts";
import { beginTotpHandler, confirmTotpHandler, removeTotpHandler } from "./totp-setup.ts";

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
