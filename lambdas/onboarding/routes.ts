import * as onboarding from "#shared/contract/onboarding.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { readOnboardingHandler } from "./read-onboarding.ts";
import { openers } from "./services.ts";
import { startOnboardingHandler } from "./start-onboarding.ts";

export const handlers = { startOnboarding: startOnboardingHandler, readOnboarding: readOnboardingHandler };

export const handler = serve(onboarding, handlers, () => openServices(needs, openers, process.env));
