import type Stripe from "stripe";
import * as z from "zod/mini";
import { requireCustomer } from "./customers.ts";
import { invalid, missing, unauthorized } from "./errors.ts";
import { Integer, parseParameters } from "./form.ts";
import { detach, listMethods, Redisplay } from "./payment-methods.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { randomText } from "./state.ts";

const Toggle = z.optional(z.enum(["enabled", "disabled"]));
const Features = z.strictObject({
  payment_method_allow_redisplay_filters: z._default(z.array(Redisplay), ["always"]),
  payment_method_redisplay: Toggle,
  payment_method_redisplay_limit: z._default(Integer.check(z.minimum(1), z.maximum(10)), 3),
  payment_method_remove: Toggle,
  payment_method_save: Toggle,
  payment_method_save_usage: z.optional(z.enum(["off_session", "on_session"])),
});
const SessionForm = {
  customer: z.string(),
  components: z.strictObject({
    payment_element: z.strictObject({ enabled: z.enum(["true", "false"]), features: z.optional(Features) }),
  }),
};

const SESSION_SECONDS = 30 * 60;

const OFF = { enabled: false } as const;

/** A session has no id; the element that shows its customer's payment methods names it by its secret. */
export function createCustomerSession({ params }: Call, { state, now }: Service): Stripe.CustomerSession {
  const { customer, components } = parseParameters(SessionForm, params);
  requireCustomer(state, customer);
  const { enabled, features } = components.payment_element;
  if (enabled === "false") throw invalid("At least one component must be enabled.", { param: "components" });
  const { payment_method_save: save, payment_method_save_usage: usage } = features ?? {};
  if (usage && save !== "enabled") {
    const param = "components[payment_element][features][payment_method_save_usage]";
    throw invalid("`payment_method_save_usage` can only be set if `payment_method_save` is enabled.", { param });
  }
  const session: Stripe.CustomerSession = {
    object: "customer_session",
    client_secret: `cuss_secret_${randomText(42)}`,
    components: {
      active_entitlements: OFF,
      buy_button: OFF,
      customer_portal: OFF,
      customer_sheet: { ...OFF, features: null },
      mobile_payment_element: { ...OFF, features: null },
      payment_element: { enabled: true, features: features ? withDefaults(features) : null },
      pricing_table: OFF,
    },
    created: now(),
    customer,
    customer_account: null,
    expires_at: now() + SESSION_SECONDS,
    livemode: false,
  };
  state.sessions.put(session);
  return session;
}

const withDefaults = (
  features: z.output<typeof Features>,
): Stripe.CustomerSession.Components.PaymentElement.Features => ({
  payment_method_allow_redisplay_filters: features.payment_method_allow_redisplay_filters,
  payment_method_redisplay: features.payment_method_redisplay ?? "disabled",
  payment_method_redisplay_limit: features.payment_method_redisplay_limit,
  payment_method_remove: features.payment_method_remove ?? "disabled",
  payment_method_save: features.payment_method_save ?? "disabled",
  payment_method_save_usage: features.payment_method_save_usage ?? null,
});

const ElementForm = { customer_session_client_secret: z.string(), client_secret: z.optional(z.string()) };

/** The session of a browser's secret; refused once it is over. */
function getSession(
  { customer_session_client_secret: secret }: { customer_session_client_secret: string },
  { state, now }: Service,
) {
  const session = state.sessions.find(secret);
  if (!session || session.expires_at < now())
    throw unauthorized("The customer session's client secret is invalid or has expired.");
  return session;
}

/** The features and saved cards of a session, for the stand-in's own browser script. */
export function readElementSession({ params }: Call, service: Service) {
  const form = parseParameters(ElementForm, params);
  const { customer, components } = getSession(form, service);
  const [intentId] = form.client_secret?.split("_secret_") ?? [];
  const intent = intentId && service.state.get("payment_intent", intentId);
  if (intent && intent.customer !== customer) {
    throw invalid("The customer of the customer session differs from that of the PaymentIntent.", {
      param: "customer_session_client_secret",
    });
  }
  const features = components?.payment_element.features;
  const offered =
    features?.payment_method_redisplay === "enabled"
      ? listMethods(service.state, String(customer))
          .filter(({ allow_redisplay = "unspecified" }) =>
            features.payment_method_allow_redisplay_filters.includes(allow_redisplay),
          )
          .slice(0, features.payment_method_redisplay_limit ?? 3)
      : [];
  return { object: "elements_session", features, payment_methods: offered };
}

/** Removes a payment method by the element's own button. */
export function detachFromElement(call: Call, service: Service): Stripe.PaymentMethod {
  const { customer, components } = getSession(parseParameters(ElementForm, call.params), service);
  const method = service.state.get("payment_method", pathId(call), "payment_method");
  const mayRemove = components?.payment_element.features?.payment_method_remove === "enabled";
  if (!mayRemove || method.customer !== customer) throw missing("PaymentMethod", method.id, "payment_method");
  return detach(service.state, method);
}
