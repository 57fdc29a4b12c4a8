import { forgotPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import type { AuthServices } from "./services.ts";

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "forgot", sourceIp);
  if (refused) return refused;
  const { mailRequests, newId } = services;
  await mailRequests.add({ requestId: newId(), kind: "forgot", email: body.userEmail });
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});
