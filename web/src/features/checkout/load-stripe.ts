import type { Stripe } from "@stripe/stripe-js";

interface PaymentsConfig {
  /** Address of the payment provider's script. */
  readonly script: string;
  readonly publishableKey: string;
}

async function readConfig(): Promise<PaymentsConfig> {
  const response = await fetch("/config.json");
  const { payments } = (await response.json()) as { readonly payments?: PaymentsConfig };
  if (!payments) throw new Error("This stage takes no payments");
  return payments;
}

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The payment provider's script didn't arrive"));
    };
    document.head.append(script);
  });
}

async function load(): Promise<Stripe> {
  const [{ script, publishableKey }, { loadStripe }] = await Promise.all([
    readConfig(),
    import("@stripe/stripe-js/pure"),
  ]);
  if (!window.Stripe) await addScript(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("The payment provider's script set nothing up");
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/** The payment provider's script, set up once for the tab and loaded by whoever pays first; another try after a failure. */
export function stripeOfStage(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
