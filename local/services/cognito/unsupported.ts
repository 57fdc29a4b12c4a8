import * as z from "zod/mini";
import { CognitoError } from "./errors.ts";
import { CallerInput, getCaller, publicOperation } from "./operation.ts";

/** An operation that requires only an access token: the stand-in verifies the token, then refuses the operation. */
const unsupported = (name: string) =>
  publicOperation(z.object(CallerInput), async ({ AccessToken }, service) => {
    await getCaller(AccessToken, service);
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
