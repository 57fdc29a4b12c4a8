import type Stripe from "stripe";
import { html } from "#local/developer-pages/html.ts";
import { STEPS, type Step } from "./accounts.ts";
import { pageLayout } from "./page-layout.ts";

const STEP_TEXTS: Readonly<Record<Step, { readonly title: string; readonly text: string }>> = {
  business: { title: "Your business", text: "What you sell, and the terms of service" },
  person: { title: "You", text: "Name, date of birth, e-mail address" },
  bank: { title: "A bank account", text: "Where your earnings are paid out" },
  identity: { title: "A proof of identity", text: "A picture of your passport" },
};

const steps = Object.keys(STEPS) as Step[];

const isDue = ({ requirements }: Stripe.Account, step: Step) =>
  STEPS[step].some((field) => requirements?.currently_due?.includes(field));

/** The hosted onboarding form; every step is ticked, so that one click completes it. */
export const onboardingPage = (account: Stripe.Account, returnUrl: string): string =>
  pageLayout(
    "Set up your seller account",
    html`<p>${account.email ?? account.id}, ${account.country ?? ""}</p>
<form method="post"><fieldset><legend>Your details</legend>
${steps.map(
  (step) => html`<label><input type="checkbox" name="given" value="${step}" checked>
<span>${STEP_TEXTS[step].title}${!isDue(account, step) && " (already provided)"}<small>${STEP_TEXTS[step].text}</small></span></label>`,
)}</fieldset><button>Agree and submit</button></form><a class="back" href="${returnUrl}">Return without submitting</a>`,
  );

/** The page at which a seller sees their account at Stripe; there is nothing on it here. */
export const accountPage = (): string =>
  pageLayout(
    "Your seller account",
    html`<p>At Stripe, you would see your payouts here and change your bank account. Your browser's Back button leads to the shop.</p>`,
  );

/** The steps that the submitted form omits. */
export function omittedSteps(form: URLSearchParams): Step[] {
  const given = form.getAll("given");
  return steps.filter((step) => !given.includes(step));
}
