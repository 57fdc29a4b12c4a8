import type { OutgoingMail } from "../ses.ts";
import type { Attempts } from "./attempts.ts";
import type { CodePurpose, Codes } from "./codes.ts";
import { CognitoError } from "./errors.ts";
import type { User } from "./users.ts";

export type CodeMail = { user: User; to: string; purpose: CodePurpose };

export type CodeDelivery = { AttributeName: string; DeliveryMedium: string; Destination: string };

/** Creates and mails a code; throws LimitExceededException when a user requests too many. */
export type SendCode = (mail: CodeMail) => Promise<CodeDelivery>;

export function createSendCode(
  codes: Codes,
  attempts: Attempts,
  deliver: (mail: OutgoingMail) => Promise<void>,
): SendCode {
  return async ({ user, to, purpose }) => {
    attempts.limit(user, "send", `send ${purpose}`);
    const text = `Your confirmation code is ${codes.issue(user, purpose)}`;
    await deliver({ to, subject: "Your verification code", html: text, text }).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new CognitoError("CodeDeliveryFailureException", `The mail could not be delivered: ${message}`);
    });
    return codeDelivery(to);
  };
}

/** The masked destination that a response reveals. */
export function codeDelivery(email: string): CodeDelivery {
  return { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: mask(email) };
}

function mask(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
