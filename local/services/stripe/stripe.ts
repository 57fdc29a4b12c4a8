import type Stripe from "stripe";
import { listen } from "../listening.ts";
import { type Step, submitDetails } from "./accounts.ts";
import { openAnswers } from "./answers.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { openLedger } from "./ledger.ts";
import { answerPage, isPage } from "./pages.ts";
import { answerCall } from "./protocol.ts";
import type { Service } from "./service.ts";
import { newId, openState } from "./state.ts";
import { openWebhooks } from "./webhooks.ts";

export type StripeOptions = {
  /** Where everything is kept; in memory without it. */
  dir?: string;
  port?: number;
  now?: () => Date;
};

const API_VERSION = "2026-10-28.endive";

/** A stand-in for Stripe: the calls of its API that a marketplace with Connect makes, and its messages. */
export async function startStripe({ dir, port, now = () => new Date() }: StripeOptions = {}) {
  const state = openState(dir);
  const seconds = () => Math.floor(now().getTime() / 1000);
  const keys = { secretKey: state.keyOf("secret", "sk_test"), webhookSecret: state.keyOf("webhook", "whsec") };
  const webhooks = openWebhooks(state, keys.webhookSecret);
  let url = "";

  const service: Service = {
    state,
    ledger: openLedger(state, seconds),
    now: seconds,
    url: () => url,
    tell(type, object, account) {
      const event = {
        id: newId("evt"),
        object: "event",
        api_version: API_VERSION,
        created: seconds(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        ...(account ? { account } : {}),
      } as unknown as Stripe.Event;
      webhooks.add(state.put(event));
    },
  };
  const protocol = { service, answers: openAnswers(state, seconds), secretKey: keys.secretKey };
  const server = await listen(
    (request, response) =>
      isPage(request.url ?? "") ? answerPage(request, response, service) : answerCall(request, response, protocol),
    port,
  );
  url = server.url;

  return {
    url,
    /** What operators put into the marketplace's secret. */
    keys,
    webhooks,
    /** As if the account's holder had filled in the hosted form, but for some steps. */
    submitDetails: (accountId: string, without?: readonly Step[]) => submitDetails(service, accountId, without),
    /** As if the card's holder had disputed the charge. */
    disputeCharge: (chargeId: string) => openDispute(service, state.get("charge", chargeId)),
    /** As if the bank had decided a dispute. */
    closeDispute: (disputeId: string, outcome: "won" | "lost") => closeDispute(service, disputeId, outcome),
    async stop() {
      await webhooks.stop();
      await server.stop();
      state.database.close();
    },
  };
}

export type StripeService = Awaited<ReturnType<typeof startStripe>>;
