import { Button, chakra, Skeleton, Text } from "@chakra-ui/react";
import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeElementsOptionsClientSecret,
  StripeElementsOptionsMode,
  StripePaymentElement,
} from "@stripe/stripe-js";
import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listPaymentMethods } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PAYMENT_METHODS } from "#shared/payment-methods.ts";
import { useRead } from "#web/api/use-read.ts";
import { formatCardName, formatCardNumber } from "#web/features/billing/card-name.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { useTheme } from "#web/theme/theme-choice.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ChangeButton } from "./checkout-section.tsx";
import { useCustomerSession } from "./use-customer-session.ts";
import type { CompleteMethod } from "./use-payment.ts";

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

/** Stripe.js with this stage's key, loaded once per tab on first use; a failed load is retried. */
function loadStripeOnce(): Promise<Stripe> {
  loading ??= loadStripeJs().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Colours for Stripe's iframe, which the page's styles don't reach. */
function buildAppearance(frame: HTMLElement, isDark: boolean): Appearance {
  const { color } = getComputedStyle(frame);
  const token = (name: string) => getComputedStyle(frame).getPropertyValue(`--ochre-colors-${name}`).trim();
  return {
    theme: isDark ? "night" : "stripe",
    variables: {
      colorText: color,
      colorTextSecondary: token("fg-muted"),
      colorTextPlaceholder: token("fg-subtle"),
      colorBackground: token("bg-subtle"),
      colorPrimary: token("accent-solid"),
      colorDanger: token("fg-error"),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "16px",
      borderRadius: "8px",
    },
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

/** Terms of a payment that is yet to start, or of a started one. */
type PaymentTerms =
  | { /** In cents. */ readonly amount: number /** The seller's account. */; readonly payee: string | null }
  | { readonly clientSecret: string };

const optionsFor = (terms: PaymentTerms): StripeElementsOptionsMode | StripeElementsOptionsClientSecret =>
  "clientSecret" in terms
    ? terms
    : {
        mode: "payment",
        amount: terms.amount,
        currency: "usd",
        allowedPaymentMethodTypes: [...PAYMENT_METHODS],
        ...(terms.payee ? { onBehalfOf: terms.payee } : {}),
      };

/** Fields that the checkout's own form has. */
const ASKED_ELSEWHERE = {
  billingDetails: {
    name: "never",
    email: "never",
    address: { line1: "never", city: "never", postalCode: "never", country: "never" },
  },
} as const;

const REFUSED = "Nothing was charged. Check the details, or pay another way.";

interface Problem {
  readonly message: string;
  /** The next step. */
  readonly advice?: string;
}

interface PaymentMethodOptions {
  readonly asksForBilling: boolean;
  /** True if saved cards may pay. */
  readonly savedCards: boolean;
}

/**
 * Stripe's Payment Element, mounted in `frame` once Stripe.js is loaded: saved cards, new cards, wallets and other enabled
 * methods.
 */
export function usePaymentMethod(terms: PaymentTerms, { asksForBilling, savedCards }: PaymentMethodOptions) {
  const { stripe: loaded, hasFailed, retry } = useStripe();
  const { session, drop, needsProof, prove } = useCustomerSession({ isWanted: savedCards });
  const stripe = session === undefined ? null : loaded;
  const frame = useRef<HTMLDivElement>(null);
  const mounted = useRef<{ readonly elements: StripeElements; readonly element: StripePaymentElement } | null>(null);
  const isCard = useRef(true);
  const [hasInput, setInput] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { id: userId } = useSignedIn();
  const { data: saved } = useRead(listPaymentMethods, session ? { params: { userId } } : null);
  const card = saved?.items.find(({ paymentMethodId }) => paymentMethodId === chosenId) ?? null;
  const { theme } = useTheme();
  const isDark = theme === "dark";
  const amount = "amount" in terms ? terms.amount : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another amount or theme updates the fields
  useEffect(() => {
    const container = frame.current;
    if (!stripe || !container) return;
    const appearance = buildAppearance(container, isDark);
    // Separate calls, because each overload of `elements` takes one kind of options.
    const elements = stripe.elements({
      ...optionsFor(terms),
      ...(session ? { customerSessionClientSecret: session } : {}),
      appearance,
      locale: "en",
    } as StripeElementsOptionsMode);
    const element = elements.create("payment", {
      layout: "tabs",
      ...(asksForBilling ? {} : { fields: ASKED_ELSEWHERE }),
    });
    element.mount(container);
    let before = "";
    element.on("change", ({ empty, complete, value }) => {
      if (!empty) setInput(true);
      setLoaded(true);
      setChosenId(value.payment_method?.id ?? null);
      isCard.current = value.type === "card";
      const now = `${value.type} ${complete}`;
      // Also fires without a change; clearing the problem then would shift the Pay button.
      if (!complete || now !== before) setProblem(null);
      before = now;
    });
    element.on("ready", () => setLoaded(true));
    element.on("loaderror", () =>
      session ? drop() : setProblem({ message: "The payment form didn't load. Reload the page." }),
    );
    mounted.current = { elements, element };
    return () => {
      mounted.current = null;
      element.destroy();
    };
  }, [stripe, session]);

  useEffect(() => {
    if (amount !== undefined) void mounted.current?.elements.update({ amount });
  }, [amount]);

  useEffect(() => {
    if (frame.current) void mounted.current?.elements.update({ appearance: buildAppearance(frame.current, isDark) });
  }, [isDark]);

  /** Opens a closed element first, because a hidden one takes no focus. */
  function focus() {
    flushSync(() => setOpen(true));
    mounted.current?.element.focus();
  }

  return {
    /** Null while Stripe.js and the user's saved cards load. */
    stripe,
    hasFailed,
    retry,
    frame,
    /** True until the element shows the saved cards. */
    isLoading: stripe === null || (session !== null && !isLoaded),
    /** The chosen saved card, by the element's own word; null for any other method. */
    card,
    /** True while the chosen card stands for the whole element. */
    isClosed: card !== null && !isOpen,
    changeButton,
    open: focus,
    close() {
      flushSync(() => setOpen(false));
      changeButton.current?.focus();
    },
    /** True after any input, which enables the submit button of an otherwise prefilled form. */
    hasInput,
    problem,
    /** True if saved cards require a proof of the owner. */
    needsProof,
    async prove() {
      if ((await prove()) === null) setProblem({ message: MESSAGES.savedCardsUnavailable });
    },
    /** Shows why the payment was refused and focuses its method. */
    refuse(message: string) {
      setProblem({ message, advice: REFUSED });
      focus();
    },
    /** Shows a card's missing fields. Wallets have none, and submitting one would open its dialog. */
    showMissing() {
      if (isCard.current) void mounted.current?.elements.submit();
    },
    /** The complete method; null if incomplete, which the element shows. */
    async submit(): Promise<CompleteMethod | null> {
      if (!stripe || !mounted.current) return null;
      setProblem(null);
      const { elements } = mounted.current;
      const { error } = await elements.submit();
      if (!error) return { stripe, elements, savedCards: Boolean(session) };
      // Fields show their validation errors themselves.
      if (error.type !== "validation_error" && error.message) setProblem({ message: error.message });
      focus();
      return null;
    },
  };
}

/** Loaded and laid out, but neither seen nor reached by keys; without a box Stripe would load nothing. */
const HIDDEN = { position: "absolute", width: "full", height: "0", overflow: "hidden", visibility: "hidden" } as const;

type PaymentMethodForm = ReturnType<typeof usePaymentMethod>;

/** Opens Stripe's fields while a saved card stands for them. */
export const ChangeMethodButton = ({ method }: { readonly method: PaymentMethodForm }) =>
  method.isClosed && <ChangeButton subject="card" ref={method.changeButton} onClick={method.open} />;

/** The saved card that stands for Stripe's fields; nothing while these are open. */
export const ChosenCard = ({ method: { card, isClosed } }: { readonly method: PaymentMethodForm }) =>
  card &&
  isClosed && (
    <chakra.p display="flex" alignItems="center" gap="2">
      <CreditCard size={20} aria-hidden />
      <chakra.span aria-hidden>{formatCardNumber(card)}</chakra.span>
      <chakra.span srOnly>{formatCardName(card)}</chakra.span>
    </chakra.p>
  );

interface PaymentMethodFieldProps {
  readonly method: PaymentMethodForm;
  /** True for buyers who likely have a saved card, which takes one line. */
  readonly isReturning: boolean;
}

/** Stripe's fields, in an iframe, so that card numbers never reach this page. */
export function PaymentMethodField({ method, isReturning }: PaymentMethodFieldProps) {
  const id = useId();
  const { card, isLoading, isClosed, problem } = method;
  if (method.hasFailed) {
    return (
      <Notice kind="error">
        The payment form didn't load.
        <Button size="sm" variant="outline" colorPalette="neutral" marginStart="3" onClick={method.retry}>
          Try again
        </Button>
      </Notice>
    );
  }

  return (
    <chakra.div
      role="group"
      aria-label="Payment method"
      aria-describedby={`${id}-problem`}
      position={isClosed ? "absolute" : "relative"}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="1.5"
    >
      {method.needsProof && (
        <Button
          type="button"
          size="sm"
          variant="outline"
          colorPalette="neutral"
          justifySelf="start"
          marginBottom="2"
          onClick={() => void method.prove()}
        >
          Use or save a card…
        </Button>
      )}
      {isLoading && (
        <Skeleton
          height={isReturning ? "6" : "48"}
          borderRadius="l2"
          role="status"
          aria-label="Loading the payment form"
        />
      )}
      <chakra.div
        ref={method.frame}
        color="fg"
        minHeight={isClosed || isLoading ? "0" : "48"}
        {...(isClosed || isLoading ? HIDDEN : {})}
      />
      {card && !isClosed && (
        <Button
          type="button"
          size="sm"
          variant="outline"
          colorPalette="neutral"
          justifySelf="start"
          onClick={method.close}
        >
          Use {formatCardNumber(card)}
        </Button>
      )}
      <chakra.div id={`${id}-problem`} role="alert" textStyle="sm" _empty={{ display: "none" }}>
        {problem && <Text color="fg.error">{problem.message}</Text>}
        {problem?.advice && <Text>{problem.advice}</Text>}
      </chakra.div>
    </chakra.div>
  );
}
