import type { CustomMessageTriggerEvent } from "aws-lambda";
import { verificationToken } from "../auth/verification-token.ts";
import { letterHtml } from "../mail/letter.ts";
import { letters } from "../mail/letters.ts";
import { TriggerEnvironment } from "../runtime/environment.ts";

/** Turns the provider's codes into links; the provider puts the code where its placeholder stands. */
export async function handler(event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> {
  const letter = letterFor(event, TriggerEnvironment.parse(process.env));
  if (!letter) return event;
  return { ...event, response: { ...event.response, emailSubject: letter.subject, emailMessage: letterHtml(letter) } };
}

function letterFor(
  { triggerSource, userName = "", request }: CustomMessageTriggerEvent,
  { SITE_ORIGIN }: { readonly SITE_ORIGIN: string },
) {
  switch (triggerSource) {
    case "CustomMessage_SignUp":
    case "CustomMessage_ResendCode":
      return letters.verification(`${SITE_ORIGIN}/verify_token/${verificationToken(userName, request.codeParameter)}`);
    case "CustomMessage_ForgotPassword":
      return letters.passwordReset(`${SITE_ORIGIN}/reset_password/user/${userName}/token/${request.codeParameter}`);
    default:
      return undefined;
  }
}
