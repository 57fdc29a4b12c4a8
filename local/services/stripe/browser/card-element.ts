import type { StripeCardElementChangeEvent, StripeCardElementOptions } from "@stripe/stripe-js";
import { brandOf, type CardText, type Field, FORMATS, isFull, type Problem, problemOf } from "./card-rules.ts";
import { styleSheetOf } from "./element-style.ts";
import { createEmitter } from "./emitter.ts";

const FIELDS: readonly { readonly field: Field; readonly attributes: Readonly<Record<string, string>> }[] = [
  {
    field: "number",
    attributes: {
      name: "cardnumber",
      autocomplete: "cc-number",
      placeholder: "1234 1234 1234 1234",
      "aria-label": "Credit or debit card number",
    },
  },
  {
    field: "expiry",
    attributes: {
      name: "exp-date",
      autocomplete: "cc-exp",
      placeholder: "MM / YY",
      "aria-label": "Credit or debit card expiration date",
    },
  },
  {
    field: "cvc",
    attributes: {
      name: "cvc",
      autocomplete: "cc-csc",
      placeholder: "CVC",
      "aria-label": "Credit or debit card CVC/CVV",
    },
  },
];

const HINT = "Stripe's stand-in on this laptop. 4242 4242 4242 4242, any date to come and any CVC will pay.";

const cards = new WeakMap<object, () => CardText>();

/** The content of a card element; undefined for other elements. */
export const cardIn = (element: object): CardText | undefined => cards.get(element)?.();

/** Stripe's card element, rendered in the page itself instead of an iframe. */
export function createCardElement(options: StripeCardElementOptions = {}) {
  const { on, off, once, emit } = createEmitter();
  const host = document.createElement("div");
  host.className = "__PrivateStripeElement";
  const root = host.attachShadow({ mode: "open" });
  const sheet = document.createElement("style");
  const row = document.createElement("div");
  row.className = "row";
  const hint = document.createElement("small");
  hint.textContent = HINT;
  root.append(sheet, row, hint);

  const inputs = new Map(FIELDS.map(({ field, attributes }) => [field, inputOf(attributes)]));
  const touched = new Set<Field>();
  row.append(...inputs.values());
  const inputFor = (field: Field) => inputs.get(field) as HTMLInputElement;
  const card = (): CardText => ({
    number: inputFor("number").value,
    expiry: inputFor("expiry").value,
    cvc: inputFor("cvc").value,
  });
  let isDestroyed = false;

  function problems(): Map<Field, Problem> {
    const found = FIELDS.flatMap(({ field }) => {
      const isDone = touched.has(field) || isFull(field, card());
      const problem = isDone && inputFor(field).value ? problemOf(field, card(), new Date()) : undefined;
      return problem ? [[field, problem] as const] : [];
    });
    return new Map(found);
  }

  function told() {
    const wrong = problems();
    const isComplete = FIELDS.every(({ field }) => !problemOf(field, card(), new Date()));
    for (const [field, input] of inputs) input.setAttribute("aria-invalid", String(wrong.has(field)));
    row.classList.toggle("complete", isComplete);
    const [error] = wrong.values();
    const change: StripeCardElementChangeEvent = {
      elementType: "card",
      empty: Object.values(card()).every((text) => text === ""),
      complete: isComplete,
      error: error && { type: "validation_error", ...error },
      value: { postalCode: "" },
      brand: brandOf(card().number),
    };
    emit("change", change);
  }

  for (const [at, { field }] of FIELDS.entries()) {
    const input = inputFor(field);
    input.addEventListener("input", () => {
      touched.delete(field);
      input.value = FORMATS[field](input.value);
      const next = FIELDS[at + 1];
      told();
      const isDone = isFull(field, card()) && !problemOf(field, card(), new Date());
      if (isDone && next && !inputFor(next.field).value) inputFor(next.field).focus();
    });
    input.addEventListener("keydown", ({ key }) => {
      const before = FIELDS[at - 1];
      if (key === "Backspace" && input.value === "" && before) inputFor(before.field).focus();
      if (key === "Escape") emit("escape", { elementType: "card" });
    });
    input.addEventListener("blur", () => {
      touched.add(field);
      if (input.value) told();
    });
  }
  host.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget !== host) emit("focus", { elementType: "card" });
  });
  host.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== host) emit("blur", { elementType: "card" });
  });

  function apply({ style, disabled }: StripeCardElementOptions) {
    if (style) sheet.textContent = styleSheetOf(style);
    if (disabled !== undefined) for (const input of inputs.values()) input.disabled = disabled;
  }
  apply({ style: {}, ...options });

  const element = {
    on(name: string, listener: (event: object) => void) {
      on(name, listener);
      return element;
    },
    once(name: string, listener: (event: object) => void) {
      once(name, listener);
      return element;
    },
    off(name: string, listener?: (event: object) => void) {
      off(name, listener);
      return element;
    },
    mount(place: string | HTMLElement) {
      if (isDestroyed) throw new Error("IntegrationError: This Element has already been destroyed.");
      const parent = typeof place === "string" ? document.querySelector(place) : place;
      if (!parent)
        throw new Error(`IntegrationError: The selector you specified (${place}) applies to no DOM elements.`);
      parent.replaceChildren(host);
      queueMicrotask(() => emit("ready", { elementType: "card" }));
    },
    update: apply,
    focus: () => inputFor("number").focus(),
    blur: () => (root.activeElement as HTMLElement | null)?.blur(),
    clear() {
      for (const input of inputs.values()) input.value = "";
      touched.clear();
      told();
    },
    unmount: () => host.remove(),
    destroy() {
      isDestroyed = true;
      host.remove();
    },
  };
  cards.set(element, card);
  return element;
}

function inputOf(attributes: Readonly<Record<string, string>>) {
  const input = document.createElement("input");
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  input.inputMode = "numeric";
  input.spellcheck = false;
  return input;
}
