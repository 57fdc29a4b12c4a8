import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { MESSAGES } from "#shared/messages.ts";
import { toast } from "#web/ui/toaster.tsx";

type Options = Readonly<Record<string, unknown>>;

export const canUsePasskeys = () => browserSupportsWebAuthn();

/** Shows a toast when the browser's dialog was closed or no passkey exists here; no request was sent. */
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

/** True if the browser's autofill offers passkeys along with usernames. */
export const canAutofillPasskeys = () => browserSupportsWebAuthnAutofill();

/**
 * Has a passkey that is chosen among the names that the browser fills in sign the API's challenge. Waits for as long as
 * that takes; `undefined` where the wait was ended or another question to the passkeys took its place.
 */
export const signByAutofill = (options: Options) =>
  startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: true,
  }).catch(() => undefined);

/** Ends whatever the browser's passkeys are asked at this moment. */
export const endPasskeyRequest = () => WebAuthnAbortService.cancelCeremony();

/** Makes a passkey by the API's options; `undefined` where none was made. */
export const createPasskey = (options: Options) =>
  orToast(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));
