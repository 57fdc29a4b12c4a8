import Stripe from "stripe";
import type { State } from "./state.ts";

/** An event of version 2, which only refers to its object. */
export interface ThinEvent {
  readonly id: string;
  readonly object: "v2.core.event";
  readonly type: string;
  readonly created: string;
  readonly livemode: boolean;
  readonly related_object: { readonly id: string; readonly type: string; readonly url: string };
}

type WebhookEvent = Stripe.Event | ThinEvent;

/** A webhook request: the raw body and the header `stripe-signature`. */
export interface WebhookRequest {
  readonly event: WebhookEvent;
  readonly body: string;
  readonly signature: string;
}

/** Sends the request and resolves with the response's status. */
export type Deliver = (request: WebhookRequest) => Promise<number>;

const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
const POLL_MS = 250;

/** The types of events that each endpoint gets: about the platform's own account, about connected ones, and of Accounts v2. */
export interface WebhookEndpoints {
  readonly platform: readonly string[];
  readonly connect: readonly string[];
  readonly accounts: readonly string[];
}

/** The signing secret of each endpoint. */
export type EndpointSecrets = Readonly<Record<keyof WebhookEndpoints, string>>;

/**
 * The queue of webhook events, oldest first, signed like Stripe's, each due `delayMs` after it was added; without endpoints
 * it takes every event.
 */
export function openWebhooks({ database }: Pick<State, "database">, secrets: EndpointSecrets, delayMs = 0) {
  let endpoints: WebhookEndpoints | undefined;
  const getEndpoint = (event: WebhookEvent) =>
    event.object === "v2.core.event" ? "accounts" : event.account ? "connect" : "platform";
  const insert = database.prepare("INSERT INTO deliveries (event, body, due, tried) VALUES (?, ?, ?, 0)");
  const select = database.prepare("SELECT event, body, tried FROM deliveries WHERE due <= ? ORDER BY due, rowid");
  const remove = database.prepare("DELETE FROM deliveries WHERE event = ?");
  const postpone = database.prepare("UPDATE deliveries SET due = ?, tried = tried + 1 WHERE event = ?");
  let stopped = false;
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  let pending = Promise.resolve();

  const sign = (body: string): WebhookRequest => {
    const event = JSON.parse(body) as WebhookEvent;
    const secret = secrets[getEndpoint(event)];
    return { event, body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret }) };
  };

  async function deliverDue(deliver: Deliver) {
    for (const { event, body, tried } of select.all(Date.now()) as unknown as PendingEvent[]) {
      if (stopped) return;
      const status = await deliver(sign(body)).catch(() => 0);
      if (stopped) return;
      const wait = RETRY_MS[tried];
      if ((status >= 200 && status < 300) || wait === undefined) remove.run(event);
      else postpone.run(Date.now() + wait, event);
    }
  }

  return {
    /** From now on each endpoint gets the events that it subscribed to, and no others. */
    subscribe: (subscribed: WebhookEndpoints) => {
      endpoints = subscribed;
    },
    add(event: WebhookEvent) {
      if (endpoints && !endpoints[getEndpoint(event)].includes(event.type)) return;
      insert.run(event.id, JSON.stringify(event), Date.now() + delayMs);
    },
    /** Removes and returns the pending requests, so that a test can deliver them in any order. */
    take(): WebhookRequest[] {
      const waiting = select.all(Number.MAX_SAFE_INTEGER) as unknown as PendingEvent[];
      for (const { event } of waiting) remove.run(event);
      return waiting.map(({ body }) => sign(body));
    },
    /** Starts delivering to the endpoint and retries until the response is a success; replaces the previous endpoint. */
    start(deliver: Deliver) {
      const turn = ++started;
      const poll = () => {
        pending = deliverDue(deliver).finally(() => {
          if (!stopped && turn === started) timer = setTimeout(poll, POLL_MS);
        });
      };
      clearTimeout(timer);
      void pending.finally(poll);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await pending;
    },
  };
}

interface PendingEvent {
  event: string;
  body: string;
  tried: number;
}
