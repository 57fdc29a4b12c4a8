import type { Appearance, StripeError, StripePaymentElementChangeEvent } from "@stripe/stripe-js";
import type { BrowserApi } from "./api.ts";
import { buildStyleSheet } from "./appearance.ts";
import { type CardText, type Field, FORMATS, findProblem, isFull, type Problem, parseExpiry } from "./card-rules.ts";
import { element } from "./dom.ts";
import { createEmitter } from "./emitter.ts";
import { createSavedCards } from "./saved-cards.ts";

const FIELDS: readonly { readonly field: Field; readonly label: string; readonly attributes: object }[] = [
  {
    field: "number",
    label: "Card number",
    attributes: { name: "number", autocomplete: "cc-number", placeholder: "1234 1234 1234 1234" },
  },
  {
    field: "expiry",
    label: "Expiration date",
    attributes: { name: "expiry", autocomplete: "cc-exp", placeholder: "MM / YY" },
  },
  { field: "cvc", label: "Security code", attributes: { name: "cvc", autocomplete: "cc-csc", placeholder: "CVC" } },
];

const HINT = "Stripe's stand-in on this laptop. 4242 4242 4242 4242, any date to come and any code will pay.";

/** The payment methods of which the stand-in has a form, with their names. */
const METHODS: Readonly<Record<string, string>> = { card: "Card", amazon_pay: "Amazon Pay" };

/** Stripe's Payment Element, rendered in the page itself instead of an iframe. */
export function createPaymentElement(allowedTypes: readonly string[], appearance: Appearance | undefined) {
  const { on, off, once, emit } = createEmitter();
  const types = Object.keys(METHODS).filter((type) => allowedTypes.includes(type));
  const host = element("div", { class: "__PrivateStripeElement" });
  const root = host.attachShadow({ mode: "open" });
  const sheet = element("style");

  const tabs = types.map((type) => {
    const radio = element("input", { type: "radio", name: "method", value: type });
    radio.checked = type === types[0];
    return { radio, label: element("label", { class: "tab" }, radio, new Text(METHODS[type])) };
  });
  const legend = element("legend");
  legend.textContent = "Payment method";
  const choice = element("fieldset", {}, legend, ...tabs.map(({ label }) => label));
  const fields = FIELDS.map(({ field, label, attributes }) => {
    const described = `${field}-problem`;
    const input = element("input", { ...attributes, inputmode: "numeric", "aria-describedby": described });
    const problem = element("small", { id: described, role: "alert" });
    return { field, input, problem, row: element("label", { class: "field" }, new Text(label), input, problem) };
  });
  const form = element("div", { class: "card" }, ...fields.map(({ row }) => row));
  const redirect = element("p");
  redirect.textContent = "You confirm the payment on the next page, and come back here.";
  const hint = element("small", { class: "hint" });
  hint.textContent = HINT;
  let removeCard: (id: string) => Promise<boolean> = async () => false;
  const saved = createSavedCards({ onChange: () => changed(), remove: (id) => removeCard(id) });
  root.append(sheet, saved.list, choice, form, redirect, saved.save, hint);

  const touched = new Set<Field>();
  const inputFor = (name: Field) => fields.find(({ field }) => field === name)?.input as HTMLInputElement;
  const type = () => tabs.find(({ radio }) => radio.checked)?.radio.value ?? "card";
  const card = (): CardText => ({
    number: inputFor("number").value,
    expiry: inputFor("expiry").value,
    cvc: inputFor("cvc").value,
  });
  const findFieldProblem = (field: Field) => findProblem(field, card(), new Date());
  let isDestroyed = false;

  function showProblem(
    { input, problem }: Pick<(typeof fields)[number], "input" | "problem">,
    found: Problem | undefined,
  ) {
    input.setAttribute("aria-invalid", String(found !== undefined));
    problem.textContent = found?.message ?? "";
  }

  const isNewCard = () => type() === "card" && !saved.chosen();

  function changed() {
    const isSaved = Boolean(saved.chosen());
    choice.hidden = isSaved || types.length < 2;
    form.hidden = !isNewCard();
    redirect.hidden = isSaved || type() === "card";
    saved.showBox(isNewCard());
    for (const each of fields) {
      const isDone = touched.has(each.field) || isFull(each.field, card());
      showProblem(each, isDone && each.input.value ? findFieldProblem(each.field) : undefined);
    }
    const change: StripePaymentElementChangeEvent = {
      elementType: "payment",
      collapsed: false,
      empty: isNewCard() && Object.values(card()).every((text) => text === ""),
      complete: !isNewCard() || fields.every(({ field }) => !findFieldProblem(field)),
      value: { type: isSaved ? "card" : type(), ...saved.selected() },
    };
    emit("change", change);
  }

  choice.addEventListener("change", changed);
  for (const [at, { field, input }] of fields.entries()) {
    input.addEventListener("input", () => {
      touched.delete(field);
      input.value = FORMATS[field](input.value);
      const next = fields[at + 1];
      changed();
      if (isFull(field, card()) && !findFieldProblem(field) && next && !next.input.value) next.input.focus();
    });
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Backspace" && input.value === "") fields[at - 1]?.input.focus();
    });
    input.addEventListener("blur", () => {
      touched.add(field);
      if (input.value) changed();
    });
  }

  const style = (look: Appearance | undefined) => {
    sheet.textContent = buildStyleSheet(look);
  };
  style(appearance);
  changed();

  const focus = () => {
    if (saved.chosen()) return saved.focus();
    (type() === "card" ? inputFor("number") : tabs.find(({ radio }) => radio.checked)?.radio)?.focus();
  };

  const made = {
    on(name: string, listener: (event: object) => void) {
      on(name, listener);
      return made;
    },
    once(name: string, listener: (event: object) => void) {
      once(name, listener);
      return made;
    },
    off(name: string, listener?: (event: object) => void) {
      off(name, listener);
      return made;
    },
    mount(place: string | HTMLElement) {
      if (isDestroyed) throw new Error("IntegrationError: This Element has already been destroyed.");
      const parent = typeof place === "string" ? document.querySelector(place) : place;
      if (!parent)
        throw new Error(`IntegrationError: The selector you specified (${place}) applies to no DOM elements.`);
      parent.replaceChildren(host);
      queueMicrotask(() => emit("ready", { elementType: "payment" }));
    },
    update() {},
    focus,
    blur: () => (root.activeElement as HTMLElement | null)?.blur(),
    unmount: () => host.remove(),
    destroy() {
      isDestroyed = true;
      host.remove();
    },
  };

  return {
    element: made,
    style,
    /** Shows the saved cards of a customer session. */
    async offerSaved(api: BrowserApi, session: string, intentSecret: string | undefined) {
      removeCard = (id) => api.removeCard(session, id);
      const found = await api.savedCards(session, intentSecret);
      if (isDestroyed) return;
      if (found) saved.offer(found);
      else emit("loaderror", { elementType: "payment", error: { type: "invalid_request_error" } });
    },
    /** Shows what is missing, as the element does when it is submitted. */
    validate(): StripeError | undefined {
      if (!isNewCard()) return undefined;
      const wrong = fields.filter((each) => {
        const found = findFieldProblem(each.field);
        showProblem(each, found);
        return found;
      });
      const found = wrong[0] && findFieldProblem(wrong[0].field);
      return found && ({ type: "validation_error", ...found } as StripeError);
    },
    /** Parameters of a confirmation with the payment method that is chosen or filled in. */
    chosen(billing_details: object | undefined) {
      if (saved.chosen()) return { payment_method: saved.chosen() };
      if (type() !== "card") return { payment_method_data: { type: type(), billing_details } };
      const { number, cvc } = card();
      const { month, year } = parseExpiry(card());
      const typed = { number: number.replaceAll(" ", ""), exp_month: month, exp_year: year, cvc };
      const { method, intent } = saved.saving();
      return { payment_method_data: { type: "card", card: typed, ...method, billing_details }, ...intent };
    },
  };
}
