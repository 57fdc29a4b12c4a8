import Stripe from "stripe";
import type { State } from "./state.ts";

/** A message as it is sent: the raw body and the value of the header `stripe-signature`. */
export interface Message {
  readonly event: Stripe.Event;
  readonly body: string;
  readonly signature: string;
}

/** Hands a message over and answers with the status that came back. */
export type Deliver = (message: Message) => Promise<number>;

const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
const LOOK_MS = 250;

/** The events that wait to be told, oldest first, signed as Stripe signs them. */
export function openWebhooks({ database }: Pick<State, "database">, secret: string) {
  const insert = database.prepare("INSERT INTO deliveries (event, body, due, tried) VALUES (?, ?, ?, 0)");
  const select = database.prepare("SELECT event, body, tried FROM deliveries WHERE due <= ? ORDER BY due, rowid");
  const remove = database.prepare("DELETE FROM deliveries WHERE event = ?");
  const postpone = database.prepare("UPDATE deliveries SET due = ?, tried = tried + 1 WHERE event = ?");
  let stopped = false;
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  const signed = (body: string): Message => ({
    event: JSON.parse(body) as Stripe.Event,
    body,
    signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret }),
  });

  async function deliverDue(deliver: Deliver) {
    for (const { event, body, tried } of select.all(Date.now()) as unknown as Waiting[]) {
      if (stopped) return;
      const status = await deliver(signed(body)).catch(() => 0);
      if (stopped) return;
      const wait = RETRY_MS[tried];
      if ((status >= 200 && status < 300) || wait === undefined) remove.run(event);
      else postpone.run(Date.now() + wait, event);
    }
  }

  return {
    add: (event: Stripe.Event) => void insert.run(event.id, JSON.stringify(event), Date.now()),
    /** Takes what waits, so that a test delivers it as often and in what order it likes. */
    take(): Message[] {
      const waiting = select.all(Number.MAX_SAFE_INTEGER) as unknown as Waiting[];
      for (const { event } of waiting) remove.run(event);
      return waiting.map(({ body }) => signed(body));
    },
    /** From now on delivers by itself, to the last one given, and tries again what isn't answered with success. */
    start(deliver: Deliver) {
      const turn = ++started;
      const look = () => {
        working = deliverDue(deliver).finally(() => {
          if (!stopped && turn === started) timer = setTimeout(look, LOOK_MS);
        });
      };
      clearTimeout(timer);
      void working.finally(look);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

interface Waiting {
  event: string;
  body: string;
  tried: number;
}
