import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import {
  ACCOUNT_THROTTLES,
  ADDRESS_THROTTLES,
  MAIL_SHARES,
  RECEIVED_MAILS,
  TARGET_THROTTLES,
  THROTTLES,
} from "#shared/throttles.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { type Failure, fail } from "../runtime/failure.ts";
import { epochSeconds } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { addressKey } from "./address-key.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import { windowAt } from "./window.ts";

export interface Caller {
  readonly sourceIp: string;
  /** The signed-in account, or its session if a stolen one could use up the others' share; never a name that callers choose. */
  readonly account: string;
}

export interface ThrottleServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type AddressThrottled = keyof typeof ADDRESS_THROTTLES;

interface Counter {
  readonly name: string;
  readonly who: string;
  readonly allowed: { readonly count: number; readonly seconds: number };
}

const addressCounter = (what: string, sourceIp: string, allowed: Counter["allowed"]): Counter => ({
  name: `${what}#address`,
  who: addressKey(sourceIp),
  allowed,
});

export const accountCounter = (what: keyof typeof ACCOUNT_THROTTLES, account: string): Counter => ({
  name: `${what}#account`,
  who: account,
  allowed: ACCOUNT_THROTTLES[what],
});

/** Counts an attempt by address and account, atomically; above a limit it is refused with the time to wait. */
export async function throttle(
  services: ThrottleServices,
  what: keyof typeof THROTTLES,
  { sourceIp, account }: Caller,
): Promise<Failure<"too_many_requests"> | undefined> {
  const allowed = THROTTLES[what];
  return (
    (await count(services, addressCounter(what, sourceIp, allowed.address))) ??
    (await count(services, { name: `${what}#account`, who: account, allowed: allowed.account }))
  );
}

/** Counts an attempt by its signed-in account alone. */
export const throttleAccount = (services: ThrottleServices, what: keyof typeof ACCOUNT_THROTTLES, account: string) =>
  count(services, accountCounter(what, account));

/** Counts an attempt by its address alone, where a counter by target would let strangers use up the owner's share. */
export const throttleAddress = (services: ThrottleServices, what: AddressThrottled, sourceIp: string) =>
  count(services, addressCounter(what, sourceIp, ADDRESS_THROTTLES[what]));

/**
 * Counts a mail to an e-mail address that an account chose, possibly someone else's: by both together, and by the address
 * alone.
 */
export const throttleTarget = async (
  services: ThrottleServices,
  what: keyof typeof TARGET_THROTTLES,
  { email, account }: { readonly email: string; readonly account: string },
) => {
  const { each, together } = TARGET_THROTTLES[what];
  return (
    (await count(services, { name: `${what}#own target`, who: `${email} ${account}`, allowed: each })) ??
    (await count(services, { name: `${what}#target`, who: email, allowed: together }))
  );
};

/**
 * True if the quota has room for one more mail to this address. Anyone can cause the mail, so each source address has its own
 * quota: one source can't flood the address, and strangers can't use up its owner's quota.
 */
export const takeMailQuota = async (
  services: ThrottleServices,
  what: keyof typeof MAIL_SHARES,
  email: string,
  sourceIp: string,
) => {
  const counter = { name: `${what}#share`, who: `${email} ${addressKey(sourceIp)}`, allowed: MAIL_SHARES[what] };
  return (await count(services, counter)) === undefined;
};

/**
 * Counts a mail of one kind to a person, by any cause. Undefined if within the limit; otherwise the end of the window in
 * epoch seconds.
 */
export async function takeReceivedMail(services: ThrottleServices, kind: string, userId: string) {
  const counter = { name: `${kind}#received`, who: userId, allowed: RECEIVED_MAILS };
  const { ends } = getWindow(counter, services.now());
  return (await count(services, counter)) && ends;
}

/** Uncounts an attempt that was no guess. */
export async function refundAddressAttempt({ table, now }: ThrottleServices, what: AddressThrottled, sourceIp: string) {
  const { window } = getWindow(addressCounter(what, sourceIp, ADDRESS_THROTTLES[what]), now());
  const less = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await conditionHeld(table.send(less));
}

async function count({ table, now }: ThrottleServices, counter: Counter) {
  const { window, ends } = getWindow(counter, now());
  const below = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(1), expires: ends })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "count", lt: counter.allowed.count },
        ],
      },
    });
  if (await conditionHeld(table.send(below))) return undefined;
  return fail("too_many_requests", { retryAfter: Math.max(1, ends - epochSeconds(now())) });
}

/** The counter's key in the window of a moment, and that window's end in epoch seconds. */
export function getWindow({ name, who, allowed: { seconds } }: Counter, now: Date) {
  const { nth, ends } = windowAt(now, seconds);
  return { window: `${name}#${counterDigest(who)}#${nth}`, ends };
}
