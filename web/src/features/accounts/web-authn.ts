import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { MESSAGES } from "#shared/messages.ts";
import { toast } from "#web/ui/toaster.tsx";

type Options = Readonly<Record<string, unknown>>;

/** Whether the browser knows passkeys. */
export const canUsePasskeys = () => browserSupportsWebAuthn();

/** Whoever closes the browser's dialog, or has no passkey here, is told so; nothing was sent. */
async function orToast<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch {
    toast.error(MESSAGES.passkeyUnavailable);
    return undefined;
  }
}

/** Has a passkey sign the API's challenge; `undefined` where none did. */
export const signByPasskey = (options: Options) =>
  orToast(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));

/** Makes a passkey by the API's options; `undefined` where none was made. */
export const createPasskey = (options: Options) =>
  orToast(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
