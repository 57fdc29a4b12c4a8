import { addCases } from "#demo/add-cases.ts";
import { addDiscountCodes } from "#demo/add-discount-codes.ts";
import { addInteractions } from "#demo/add-interactions.ts";
import { addOffer } from "#demo/add-offer.ts";
import { addViews } from "#demo/add-views.ts";
import type { DemoData } from "#demo/client.ts";
import { APPEALED, CURATED } from "#demo/events.ts";
import { onboardSellers } from "#demo/onboard-sellers.ts";
import { placeOrders, readPaymentConfiguration } from "#demo/orders.ts";
import { DEMO_ACCOUNTS, PEOPLE, type Person } from "#demo/people.ts";
import { addAvatars, listPublished, publishWorks } from "#demo/publish.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";
import { completeProfile, signUp } from "#demo/sign-up.ts";
import { FIRST_VIEW, WORKS, type Work } from "#demo/works.ts";

export interface DemoOptions {
  /** Base URL of the site, its API and /__local/, such as http://localhost:3000. */
  readonly origin: string;
  /** Called with a message when a step has to wait for long. */
  readonly onWait?: (line: string) => void;
  /** Ends the run between two of its steps, so that none is left incomplete. */
  readonly signal?: AbortSignal;
  /** A smaller demo, for tests. */
  readonly people?: readonly Person[];
  readonly works?: readonly Work[];
}

/** A demo whose first view is published. */
export interface OpenDemo {
  /** Adds all other people and works, their interactions, and orders. */
  complete(): Promise<void>;
  /** Leaves something to do in the operators' queue. */
  addCases(): Promise<void>;
  /** Ids of the curated artwork on the home page, in order. */
  curated(): string[];
  /** Id of the artwork whose artist answers its takedown. */
  appealed(): string | undefined;
}

/**
 * Seeds a stage through the public API, as browsers would, and resolves once the demo accounts and the works of the first view
 * exist. Every step skips data that an earlier run created. Rejects with a DemoError at the first failure.
 */
export async function openDemo(options: DemoOptions): Promise<OpenDemo> {
  const { origin, signal, onWait = () => {}, people = PEOPLE, works = WORKS } = options;
  const demo: DemoData = { origin, sessions: new Map(), artworkIds: new Map(), payments: new Map(), signal };
  const payments = await readPaymentConfiguration(origin);
  const addPeople = async (group: readonly Person[], groupWorks: readonly Work[]) => {
    await runConcurrently(
      group,
      async (person) => {
        const session = await signUp(origin, person, onWait);
        demo.sessions.set(person.userUsername, session);
        if (!session.isNew) await listPublished(session, demo.artworkIds);
        await completeProfile(session, person);
      },
      signal,
    );
    const sellers = new Set(groupWorks.filter(({ terms }) => typeof terms === "object").map(({ artist }) => artist));
    if (payments)
      await onboardSellers(
        people.filter(({ userUsername }) => sellers.has(userUsername)),
        demo,
      );
  };
  const [first, rest] = [works.slice(0, FIRST_VIEW), works.slice(FIRST_VIEW)];
  const firstNames = new Set([...first.map(({ artist }) => artist), ...DEMO_ACCOUNTS.map((one) => one.userUsername)]);
  const isFirst = ({ userUsername }: Person) => firstNames.has(userUsername);
  await addPeople(people.filter(isFirst), first);
  await publishWorks(first, demo, payments !== undefined);

  return {
    appealed: () => demo.artworkIds.get(APPEALED.title),
    async complete() {
      await addPeople(
        people.filter((person) => !isFirst(person)),
        rest,
      );
      // Before most works, because a changed avatar is written to each work of its owner.
      await addAvatars(works, demo);
      // In groups, so that visitors see the first of them before all are ready.
      for (let at = 0; at < rest.length; at += FIRST_VIEW)
        await publishWorks(rest.slice(at, at + FIRST_VIEW), demo, payments !== undefined);
      if (payments) await addDiscountCodes(demo);
      await addInteractions(demo);
      await placeOrders(demo, payments);
      if (payments) await addOffer(demo);
      await addViews(demo);
    },
    addCases: () => addCases(demo),
    curated: () => CURATED.flatMap((title) => demo.artworkIds.get(title) ?? []),
  };
}

/** Creates the whole demo; see `openDemo`. */
export async function createDemo(options: DemoOptions): Promise<void> {
  const { complete } = await openDemo(options);
  await complete();
}
