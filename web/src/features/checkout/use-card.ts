import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { useEffect, useRef, useState } from "react";
import { useTheme } from "#web/theme/theme-choice.ts";

/** The card's fields live in the provider's frame, so the page's look has to be told to it. */
function lookOf(frame: HTMLElement) {
  const { color } = getComputedStyle(frame);
  const token = (name: string) => getComputedStyle(frame).getPropertyValue(`--ochre-colors-${name}`).trim();
  return {
    base: {
      color,
      iconColor: color,
      fontFamily: "system-ui, sans-serif",
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: token("fg-subtle") },
    },
    invalid: { color: token("fg-error"), iconColor: token("fg-error") },
  };
}

const INCOMPLETE = "Enter your card's number, date and security code.";

/** The provider's card form inside `frame`, once its script is here. */
export function useCard(stripe: Stripe | null) {
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<StripeCardElement | null>(null);
  const isComplete = useRef(false);
  const [hasFocus, setFocus] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { theme } = useTheme();

  useEffect(() => {
    const place = frame.current;
    if (!stripe || !place) return;
    const element = stripe.elements({ locale: "en" }).create("card", { hidePostalCode: true, style: lookOf(place) });
    element.mount(place);
    element.on("change", ({ complete, error }) => {
      // Leaving the card for the button tells of a change too; a reason that went then would move the button away.
      const isSame = complete && isComplete.current && !error;
      isComplete.current = complete;
      if (!isSame) setProblem(error?.message ?? null);
    });
    element.on("focus", () => setFocus(true));
    element.on("blur", () => setFocus(false));
    card.current = element;
    return () => {
      card.current = null;
      isComplete.current = false;
      element.destroy();
    };
  }, [stripe]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other theme has other colours
  useEffect(() => {
    if (frame.current) card.current?.update({ style: lookOf(frame.current) });
  }, [theme]);

  return {
    frame,
    hasFocus,
    problem,
    /** Shows why the card can't be used. */
    complain: setProblem,
    /** The card if all of it is filled in; otherwise says what is missing. */
    take(): StripeCardElement | null {
      const whole = isComplete.current ? card.current : null;
      setProblem(whole ? null : INCOMPLETE);
      return whole;
    },
    focus: () => card.current?.focus(),
  };
}

export type Card = ReturnType<typeof useCard>;
