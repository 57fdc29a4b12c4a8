import * as onboarding from "#shared/contract/onboarding.ts";
import { openServices, serve } from "../../../../platform/runtime/serve.ts";
import { openSellerAccountHandler, readOnboardingHandler, startOnboardingHandler } from "./onboarding.ts";
import { readPayoutsHandler } from "./payouts.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  startOnboarding: startOnboardingHandler,
  readOnboarding: readOnboardingHandler,
  openSellerAccount: openSellerAccountHandler,
  readPayouts: readPayoutsHandler,
};

export const handler = serve(onboarding, handlers, () => openServices("onboarding", serviceFactories, process.env));
