import { beginPasskeySignIn } from "#shared/contract/second-factor.ts";
import { handle } from "../runtime/handle.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { requestOptions } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

export const beginPasskeySignInHandler = handle(
  beginPasskeySignIn,
  async ({ sourceIp }, services: SecondFactorServices) => {
    const throttled = await throttleAddress(services, "passkey", sourceIp);
    return throttled ?? { options: await requestOptions(services, { purpose: "passkeySignIn" }) };
  },
);
