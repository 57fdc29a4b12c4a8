import { resendToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { takeMailQuota, throttleAddress } from "../throttle/throttle.ts";
import type { AuthServices } from "./services.ts";

export const resendTokenHandler = handle(resendToken, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "resend", sourceIp);
  if (refused) return refused;
  const { userEmail, userUsername } = body;
  if (await takeMailQuota(services, "resend", userEmail, sourceIp)) {
    const { mailRequests, newId } = services;
    await mailRequests.add({ requestId: newId(), kind: "resend", email: userEmail, username: userUsername });
  }
  return { message: MESSAGES.verificationLinkSent, expose: true as const };
});
