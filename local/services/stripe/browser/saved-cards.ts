import type { StripePaymentElementChangeEvent } from "@stripe/stripe-js";
import type Stripe from "stripe";
import type { SavedCards } from "./api.ts";
import { element } from "./dom.ts";

const getName = ({ card, type }: Stripe.PaymentMethod) =>
  card ? `${card.brand[0]?.toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}` : type;

const formatExpiry = ({ card }: Stripe.PaymentMethod) =>
  card ? `${String(card.exp_month).padStart(2, "0")}/${card.exp_year % 100}` : "";

type ChosenMethod = NonNullable<StripePaymentElementChangeEvent["value"]["payment_method"]>;

interface Listeners {
  readonly onChange: () => void;
  /** True once the card is gone at Stripe. */
  readonly remove: (id: string) => Promise<boolean>;
}

/** The saved cards of a customer to choose from, the first one chosen, and the box to save another. */
export function createSavedCards({ onChange, remove }: Listeners) {
  const legend = element("legend");
  legend.textContent = "Saved payment methods";
  const list = element("fieldset", { class: "saved" }, legend);
  const box = element("input", { type: "checkbox" });
  const save = element("label", { class: "save" }, box, new Text("Save payment details for future purchases"));
  let radios: HTMLInputElement[] = [];
  let features: SavedCards["features"];
  let methods: SavedCards["payment_methods"] = [];

  const createRow = (value: string, text: string, ...rest: Node[]) => {
    const radio = element("input", { type: "radio", name: "saved", value });
    radios.push(radio);
    return element("div", { class: "row" }, element("label", {}, radio, new Text(text)), ...rest);
  };

  function createSavedRow(method: Stripe.PaymentMethod) {
    const expiry = element("span");
    expiry.textContent = formatExpiry(method);
    const button = element("button", { type: "button", "aria-label": `Remove ${getName(method)}` });
    button.textContent = "Remove";
    button.hidden = features?.payment_method_remove !== "enabled";
    const row = createRow(method.id, getName(method), expiry, button);
    button.addEventListener("click", async () => {
      button.disabled = true;
      if (!(await remove(method.id))) return;
      radios = radios.filter(({ value }) => value !== method.id);
      row.remove();
      list.hidden = radios.length < 2;
      if (!radios.some(({ checked }) => checked) && radios[0]) radios[0].checked = true;
      onChange();
    });
    return row;
  }

  list.hidden = true;
  list.addEventListener("change", onChange);
  box.addEventListener("change", onChange);
  /** The id of the chosen card; empty for a new one. */
  const chosen = () => radios.find(({ checked }) => checked)?.value ?? "";
  const canSave = () => features?.payment_method_save === "enabled";

  return {
    list,
    save,
    chosen,
    /** The chosen card as the element's change event names it. */
    selected: () => {
      const method = methods.find(({ id }) => id === chosen());
      if (!method) return {};
      const { id, type, billing_details } = method;
      return { payment_method: { id, type, billing_details } as ChosenMethod };
    },
    focus: () => radios.find(({ checked }) => checked)?.focus(),
    /** Shows the box to save a new card only where there is one to save. */
    showBox: (isNewCard: boolean) => {
      save.hidden = !isNewCard || !canSave();
    },
    offer(saved: SavedCards) {
      features = saved.features;
      methods = saved.payment_methods;
      const [first, ...rest] = saved.payment_methods;
      if (first) {
        list.append(...[first, ...rest].map(createSavedRow), createRow("", "New payment method"));
        list.hidden = false;
        if (radios[0]) radios[0].checked = true;
      }
      onChange();
    },
    /** Parameters by which the confirmation of a new card saves it or doesn't. */
    saving: () =>
      canSave()
        ? {
            method: { allow_redisplay: box.checked ? "always" : "limited" },
            intent: box.checked ? { setup_future_usage: features?.payment_method_save_usage } : {},
          }
        : { method: {}, intent: {} },
  };
}
