import type Stripe from "stripe";
import { html } from "#local/developer-pages/html.ts";
import { STEPS, type Step } from "./accounts.ts";
import { hostedPage } from "./hosted-page.ts";

const WORDS: Readonly<Record<Step, { readonly title: string; readonly text: string }>> = {
  business: { title: "Your business", text: "What you sell, and the terms of service" },
  person: { title: "You", text: "Name, date of birth, e-mail address" },
  bank: { title: "A bank account", text: "Where your earnings are paid out" },
  identity: { title: "A proof of identity", text: "A picture of your passport" },
};

const steps = Object.keys(STEPS) as Step[];

/** Whether the account still lacks something of this step. */
const lacks = ({ requirements }: Stripe.Account, step: Step) =>
  STEPS[step].some((field) => requirements?.currently_due?.includes(field));

/** The hosted form of an account's details: all ticked, so that one click is enough, and any of it can be left out. */
export const setupPage = (account: Stripe.Account, returnUrl: string): string =>
  hostedPage(
    "Set your seller account up",
    html`<p>${account.email ?? account.id}, ${account.country ?? ""}</p>
<form method="post"><fieldset><legend>What you give</legend>
${steps.map(
  (step) => html`<label><input type="checkbox" name="given" value="${step}" checked>
<span>${WORDS[step].title}${!lacks(account, step) && " (given before)"}<small>${WORDS[step].text}</small></span></label>`,
)}</fieldset><button>Agree and submit</button></form><a class="back" href="${returnUrl}">Return without submitting</a>`,
  );

/** The steps that a submitted form leaves out. */
export function leftOut(form: URLSearchParams): Step[] {
  const given = form.getAll("given");
  return steps.filter((step) => !given.includes(step));
}
