import { Button, chakra, Skeleton, Text } from "@chakra-ui/react";
import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { useEffect, useId, useRef, useState } from "react";
import { useTheme } from "#web/theme/theme-choice.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { CompleteCard } from "./use-payment.ts";

const INCOMPLETE = "Enter your card's number, date and security code.";

interface PaymentsConfig {
  /** URL of Stripe.js. */
  readonly script: string;
  readonly publishableKey: string;
}

async function readConfig(): Promise<PaymentsConfig> {
  const response = await fetch("/config.json");
  const { payments } = (await response.json()) as { readonly payments?: PaymentsConfig };
  if (!payments) throw new Error("This stage takes no payments");
  return payments;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("Stripe.js didn't load"));
    };
    document.head.append(script);
  });
}

async function loadStripeJs(): Promise<Stripe> {
  const [{ script, publishableKey }, { loadStripe }] = await Promise.all([
    readConfig(),
    import("@stripe/stripe-js/pure"),
  ]);
  if (!window.Stripe) await addScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe.js didn't initialise");
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/** Stripe.js with this stage's key, loaded once for the tab when it is first needed; a failed load is tried again. */
function loadStripeOnce(): Promise<Stripe> {
  loading ??= loadStripeJs().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The card's fields live in Stripe's iframe, which the page's styles don't reach, so colours are passed to it. */
function styleFor(frame: HTMLElement) {
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

function useStripe() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setFailed] = useState(false);

  function load() {
    setFailed(false);
    loadStripeOnce().then(setStripe, () => setFailed(true));
  }

  useEffect(load, []);
  return { stripe, hasFailed, retry: load };
}

/** Stripe's card element, mounted in `frame` once Stripe.js is loaded. */
export function useCard() {
  const { stripe, hasFailed, retry } = useStripe();
  const frame = useRef<HTMLDivElement>(null);
  const card = useRef<StripeCardElement | null>(null);
  const isComplete = useRef(false);
  const [hasFocus, setFocus] = useState(false);
  const [hasInput, setInput] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { theme } = useTheme();

  useEffect(() => {
    const container = frame.current;
    if (!stripe || !container) return;
    const style = styleFor(container);
    const element = stripe.elements({ locale: "en" }).create("card", { hidePostalCode: true, style });
    element.mount(container);
    element.on("change", ({ complete, empty, error }) => {
      if (!empty) setInput(true);
      // Stripe also reports a change when the card loses the focus; a reason removed then would move the Pay button.
      const isUnchanged = complete && isComplete.current && !error;
      isComplete.current = complete;
      if (!isUnchanged) setProblem(error?.message ?? null);
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
    if (frame.current) card.current?.update({ style: styleFor(frame.current) });
  }, [theme]);

  const focus = () => card.current?.focus();

  return {
    /** Null while Stripe.js loads. */
    stripe,
    hasFailed,
    retry,
    frame,
    hasFocus,
    /** True after any input: it enables the submit button of a form whose other fields are prefilled. */
    hasInput,
    problem,
    focus,
    /** Shows why the card was refused and moves the focus to it. */
    refuse(message: string) {
      setProblem(message);
      focus();
    },
    /** The card once all of it is filled in; otherwise null, and the field shows what is missing. */
    validate(): CompleteCard | null {
      const complete = stripe && isComplete.current && card.current ? { stripe, element: card.current } : null;
      setProblem(complete ? null : INCOMPLETE);
      return complete;
    },
  };
}

const Frame = chakra("div", {
  base: {
    minHeight: "12",
    paddingX: "4",
    paddingY: "11px",
    borderRadius: "l2",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    background: "bg.subtle",
    color: "fg",
    "&[data-focus]": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "-1px" },
    "&[data-invalid]": { borderColor: "border.error" },
  },
});

/** Stripe draws the card's fields in an iframe, so no card number ever passes through this page. */
export function CardField({ card }: { readonly card: ReturnType<typeof useCard> }) {
  const id = useId();
  if (card.hasFailed) {
    return (
      <Notice kind="error">
        The card form didn't load.
        <Button size="sm" variant="outline" colorPalette="neutral" marginStart="3" onClick={card.retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <chakra.div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-problem`}
      display="grid"
      gap="1.5"
    >
      <Text id={`${id}-label`} textStyle="sm" fontWeight="medium">
        Card
      </Text>
      {!card.stripe && <Skeleton height="12" borderRadius="l2" role="status" aria-label="Loading the card form" />}
      <Frame
        ref={card.frame}
        hidden={!card.stripe}
        data-focus={card.hasFocus || undefined}
        data-invalid={card.problem ? "" : undefined}
      />
      <Text id={`${id}-problem`} role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {card.problem}
      </Text>
    </chakra.div>
  );
}
