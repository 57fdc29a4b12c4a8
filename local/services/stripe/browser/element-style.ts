import type { StripeElementStyle } from "@stripe/stripe-js";

/** The element's fixed layout; the page sets the rest. */
const LAYOUT = `
:host { display: block; width: 100% }
.row { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center }
input { font: inherit; color: inherit; background: transparent; border: 0; outline: 0; padding: 0; margin: 0; min-width: 0; height: 1.5em }
input[name=cardnumber] { flex: 1 1 11.5em } input[name=exp-date] { flex: 0 0 4.6em } input[name=cvc] { flex: 0 0 3em }
input:disabled { opacity: .5 }
small { display: block; font: 12px/1.4 system-ui, sans-serif; opacity: .8; margin-top: 4px }`;

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A CSS rule from Stripe's camel-cased properties; values that could end the rule are dropped. */
function ruleOf(selector: string, properties: object = {}): string {
  const lines = Object.entries(properties).flatMap(([name, value]) =>
    typeof value === "string" && !name.startsWith(":") && !/[{};<]/.test(value) ? [`${kebab(name)}: ${value}`] : [],
  );
  return lines.length === 0 ? "" : `${selector} { ${lines.join("; ")} }`;
}

/** The element's style sheet from the page's style options. */
export function styleSheetOf({ base, complete, empty, invalid }: StripeElementStyle = {}): string {
  return [
    LAYOUT,
    ruleOf(".row", base),
    ruleOf("input::placeholder", { opacity: "1", ...base?.["::placeholder"] }),
    ruleOf("input:focus", base?.[":focus"]),
    ruleOf("input:placeholder-shown", empty),
    ruleOf(".complete input", complete),
    ruleOf("input[aria-invalid=true]", invalid),
  ].join("\n");
}
