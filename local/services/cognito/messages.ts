import * as z from "zod/mini";
import type { OutgoingMail } from "../mail.ts";
import type { Attempts } from "./attempts.ts";
import type { CodePurpose, Codes } from "./codes.ts";
import { CognitoError } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { User } from "./users.ts";

const CODE_PARAMETER = "{####}";

export type TriggerSource =
  | "CustomMessage_SignUp"
  | "CustomMessage_ResendCode"
  | "CustomMessage_ForgotPassword"
  | "CustomMessage_UpdateUserAttribute"
  | "CustomMessage_VerifyUserAttribute";

export type Outside = {
  deliver(mail: OutgoingMail): Promise<void>;
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
};

export type CodeMail = {
  pool: Pool;
  user: User;
  to: string;
  purpose: CodePurpose;
  source: TriggerSource;
  clientMetadata?: Record<string, string>;
};

export type CodeDelivery = { AttributeName: string; DeliveryMedium: string; Destination: string };

/** Issues a code and mails it; fails with LimitExceededException when a user asks too often. */
export type SendCode = (mail: CodeMail) => Promise<CodeDelivery>;

/** Cognito's own limits on what the trigger hands back. */
const TriggerAnswer = z.object({
  response: z.object({
    emailMessage: z.optional(z.nullable(z.string().check(z.minLength(6), z.maxLength(20_000)))),
    emailSubject: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(140)))),
  }),
});

export function codeSender(codes: Codes, attempts: Attempts, outside: Outside): SendCode {
  return async (mail) => {
    const { user, to, purpose } = mail;
    attempts.limit(user, "send", `send ${purpose}`);
    const code = codes.issue(user, purpose);
    const { subject, html } = await written(mail, outside);
    const filled = (template: string) => template.replaceAll(CODE_PARAMETER, code);
    const finished = { to, subject: filled(subject), html: filled(html), text: plainText(filled(html)) };
    await outside.deliver(finished).catch((cause: unknown) => {
      throw new CognitoError("CodeDeliveryFailureException", `The mail could not be delivered: ${messageOf(cause)}`);
    });
    return deliveryTo(to);
  };
}

export function deliveryTo(email: string): CodeDelivery {
  return { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: masked(email) };
}

async function written(mail: CodeMail, outside: Outside): Promise<{ subject: string; html: string }> {
  const ours = { subject: "Your verification code", html: `Your confirmation code is ${CODE_PARAMETER}` };
  const trigger = mail.pool.triggers?.customMessage;
  if (!trigger) return ours;
  const answer = await outside.invokeTrigger(trigger, triggerEvent(mail)).catch((cause: unknown) => {
    throw new CognitoError("UserLambdaValidationException", `CustomMessage failed with error ${messageOf(cause)}.`);
  });
  const parsed = TriggerAnswer.safeParse(answer);
  if (!parsed.success) {
    throw new CognitoError("InvalidLambdaResponseException", "Invalid lambda function output : Invalid JSON");
  }
  const { emailMessage, emailSubject } = parsed.data.response;
  return { subject: emailSubject ?? ours.subject, html: emailMessage ?? ours.html };
}

function triggerEvent({ pool, user, source, clientMetadata }: CodeMail): unknown {
  return {
    version: "1",
    region: pool.poolId.split("_")[0],
    userPoolId: pool.poolId,
    userName: user.username,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: pool.clientId },
    triggerSource: source,
    request: {
      userAttributes: {
        sub: user.sub,
        "cognito:user_status": user.status,
        ...user.attributes,
        // The new address stands in the event of a change, though it doesn't count yet.
        ...user.pending,
      },
      codeParameter: CODE_PARAMETER,
      linkParameter: "{##Click Here##}",
      usernameParameter: null,
      ...(clientMetadata && { clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
}

/** Keeps a link's address beside its words, so that the text alone is enough to follow it. */
function plainText(html: string): string {
  return html
    .replace(/<(style|head)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, "$2 $1")
    .replace(/<br\s*\/?>|<\/(?:p|div|h\d|tr|li)>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&amp;/g, "&")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

function masked(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
