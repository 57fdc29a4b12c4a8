import type { SecondFactor } from "#shared/model/second-factor.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { type AttemptCounter, countAttempt, resetAttempts } from "../../platform/throttle/password-attempts.ts";
import type { User } from "../users/find-user.ts";
import { hasSecondFactor } from "./factor-proof.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { createRequestOptions, verifyAssertion } from "./passkeys.ts";
import { countRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";
import { findTotp, redeemTotpCode } from "./totp.ts";

type CodeCounter = AttemptCounter & {
  readonly kind: "codesOfUnknownBrowsers" | "codesOfKnownBrowser" | "codesSignedIn";
};

/**
 * Verifies and consumes a second factor; codes and passkey challenges are single-use. Wrong codes are counted, and above the
 * limit codes are rejected unchecked. Passkeys can't be guessed, so they aren't counted.
 */
export async function verifyFactor(
  services: SecondFactorServices,
  user: User,
  factor: SecondFactor,
  counter: CodeCounter,
) {
  if (factor.kind === "passkey") {
    const signer = await verifyAssertion(services, { purpose: "passkeyProof", owner: user }, factor.assertion);
    return signer === undefined ? fail("passkey_refused") : undefined;
  }
  return verifyCode(services, counter, () =>
    factor.kind === "totp"
      ? redeemTotpCode(services, user.userId, factor.code)
      : redeemAndNotify(services, user, factor.code),
  );
}

/** Counts an attempt and redeems the code; resets the counter if the code was right. */
export async function verifyCode(services: SecondFactorServices, counter: CodeCounter, redeem: () => Promise<boolean>) {
  const seconds = await countAttempt(services, counter);
  if (seconds !== undefined) return fail("too_many_codes", { retryAfter: seconds });
  if (!(await redeem())) return fail("code_wrong");
  await resetAttempts(services, counter);
  return undefined;
}

async function redeemAndNotify(services: SecondFactorServices, { userId, email }: User, code: string) {
  const { table, secondFactor, siteOrigin } = services;
  if (!(await redeemRecoveryCode(table, secondFactor, userId, code))) return false;
  const left = await countRecoveryCodes(table, userId);
  await sendBestEffort(services, email, emailTemplates.recoveryCodeUsed(`${siteOrigin}/settings`, left), {
    kind: "recoveryCodeUsed",
    userId,
  });
  return true;
}

/** The methods with which the user can prove to be the owner: second factors, or else the password. */
export async function listProofMethods(services: SecondFactorServices, user: User) {
  const { table } = services;
  const { userId } = user;
  const [totp, recoveryCodes, passkeys] = await Promise.all([
    findTotp(table, userId),
    countRecoveryCodes(table, userId),
    listPasskeys(table, userId),
  ]);
  const challenge = { purpose: "passkeyProof", owner: user } as const;
  return {
    totp: totp !== undefined,
    recovery: recoveryCodes > 0,
    password: !hasSecondFactor(user),
    passkey: passkeys.length > 0 ? await createRequestOptions(services, challenge) : null,
  };
}
