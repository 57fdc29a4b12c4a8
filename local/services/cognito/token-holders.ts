import * as z from "zod/mini";
import { CognitoError } from "./errors.ts";
import { callerOf, OfCaller, publicOperation } from "./operation.ts";

/** A call that anyone with a user's access token may make; past the token the stand-in says that it can't do it. */
const unsupported = (name: string) =>
  publicOperation(z.object(OfCaller), async ({ AccessToken }, service) => {
    await callerOf(AccessToken, service);
    throw new CognitoError("UnknownOperationException", `The Cognito stand-in has no operation ${name}`);
  });

export const AssociateSoftwareToken = unsupported("AssociateSoftwareToken");
export const VerifySoftwareToken = unsupported("VerifySoftwareToken");
export const SetUserMFAPreference = unsupported("SetUserMFAPreference");
export const SetUserSettings = unsupported("SetUserSettings");
export const GetUserAuthFactors = unsupported("GetUserAuthFactors");
export const ListDevices = unsupported("ListDevices");
export const GetDevice = unsupported("GetDevice");
export const ConfirmDevice = unsupported("ConfirmDevice");
export const ForgetDevice = unsupported("ForgetDevice");
export const UpdateDeviceStatus = unsupported("UpdateDeviceStatus");
export const StartWebAuthnRegistration = unsupported("StartWebAuthnRegistration");
export const CompleteWebAuthnRegistration = unsupported("CompleteWebAuthnRegistration");
export const ListWebAuthnCredentials = unsupported("ListWebAuthnCredentials");
export const DeleteWebAuthnCredential = unsupported("DeleteWebAuthnCredential");
