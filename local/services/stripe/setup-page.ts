import type Stripe from "stripe";
import { html, Markup } from "#local/console/html.ts";
import { STEPS, type Step } from "./accounts.ts";

const STYLE = new Markup(`<style>
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f5f8, #14151a); color: light-dark(#1a1f36, #eceef4) }
main { max-width: 34rem; margin: 0 auto; padding: 32px 20px 64px }
aside { border: 2px dashed #b35b00; border-radius: 12px; padding: 12px 16px; margin-bottom: 28px }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 8px } p { margin: 0 0 16px }
fieldset { border: 1px solid light-dark(#c9cede, #3a3e4d); border-radius: 12px; padding: 4px 16px; margin: 0 0 20px }
legend { padding: 0 6px; font-weight: 600 }
label { display: flex; gap: 12px; padding: 10px 0; align-items: flex-start } input { width: 20px; height: 20px; margin: 2px 0; flex: none }
small { display: block; opacity: .75 }
button, a { display: block; width: 100%; box-sizing: border-box; text-align: center; font: inherit; font-weight: 600; padding: 12px; border-radius: 10px }
button { border: 0; background: #533afd; color: #fff; cursor: pointer } a { color: inherit; margin-top: 8px }
:focus-visible { outline: 3px solid #ff9d2e; outline-offset: 2px }
</style>`);

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
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Seller account · Stripe's stand-in on this laptop</title>${STYLE}</head><body><main>
<aside role="note">This is <strong>not Stripe</strong>: it stands in for Stripe's form on this laptop. Nothing leaves the machine.</aside>
<h1>Set your seller account up</h1><p>${account.email ?? account.id}, ${account.country ?? ""}</p>
<form method="post"><fieldset><legend>What you give</legend>
${steps.map(
  (step) => html`<label><input type="checkbox" name="given" value="${step}" checked>
<span>${WORDS[step].title}${!lacks(account, step) && " (given before)"}<small>${WORDS[step].text}</small></span></label>`,
)}</fieldset><button>Agree and submit</button></form><a href="${returnUrl}">Return without submitting</a>
</main></body></html>`.text
  }`;

/** The steps that a submitted form leaves out. */
export function leftOut(form: URLSearchParams): Step[] {
  const given = form.getAll("given");
  return steps.filter((step) => !given.includes(step));
}
