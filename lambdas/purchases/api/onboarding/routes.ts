import * as onboarding from "#shared/contract/onboarding.ts";
import { openServices, serve } from "../../../runtime/serve.ts";
import { readOnboardingHandler } from "./read-onboarding.ts";
import { serviceFactories } from "./services.ts";
import { startOnboardingHandler } from "./start-onboarding.ts";

export const handlers = { startOnboarding: startOnboardingHandler, readOnboarding: readOnboardingHandler };

export const handler = serve(onboarding, handlers, () => openServices("onboarding", serviceFactories, process.env));
