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

/** Shows a toast if the dialog was closed or there is no passkey; no request was sent. */
async function toastOnFailure<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch {
    toast.error(MESSAGES.passkeyUnavailable);
    return undefined;
  }
}

/** Has a passkey sign the API's challenge; `undefined` if none did. */
export const signByPasskey = (options: Options) =>
  toastOnFailure(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );

/** True if the browser's autofill offers passkeys along with usernames. */
export const canAutofillPasskeys = () => browserSupportsWebAuthnAutofill();

/**
 * Has a passkey chosen in the browser's autofill sign the API's challenge. Waits indefinitely; `undefined` if aborted or
 * replaced by another passkey request.
 */
export const signByAutofill = (options: Options) =>
  startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: true,
  }).catch(() => undefined);

/** Aborts the pending passkey request. */
export const endPasskeyRequest = () => WebAuthnAbortService.cancelCeremony();

/** Creates a passkey with the API's options; `undefined` if none was created. */
export const createPasskey = (options: Options) =>
  toastOnFailure(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
