import type { SecondFactor } from "#shared/model/second-factor.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { type AttemptCounter, countAttempt, resetAttempts } from "../../platform/throttle/password-attempts.ts";
import type { User } from "../users/find-user.ts";
import { isProtected } from "./factor-proof.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { requestOptions, verifyAssertion } from "./passkeys.ts";
import { countRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";
import { findTotp, redeemTotpCode } from "./totp.ts";

type CodeCounter = AttemptCounter & {
  readonly kind: "codesOfUnknownBrowsers" | "codesOfKnownBrowser" | "codesSignedIn";
};

/**
 * Checks and uses up a second factor of the user's: codes and passkey challenges work once. Wrong codes are counted; past the
 * limit none is checked. Passkeys can't be guessed, so they aren't counted.
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

/** Counts the attempt, and resets the counter if the code was right. */
export async function verifyCode(
  services: SecondFactorServices,
  counter: CodeCounter,
  isRight: () => Promise<boolean>,
) {
  const seconds = await countAttempt(services, counter);
  if (seconds !== undefined) return fail("too_many_codes", { retryAfter: seconds });
  if (!(await isRight())) return fail("code_wrong");
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

/** The user's ways to prove to be the owner: second factors, or the password if there are none. */
export async function factorChoice(services: SecondFactorServices, user: User) {
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
    password: !isProtected(user),
    passkey: passkeys.length > 0 ? await requestOptions(services, challenge) : null,
  };
}
