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
import { computeAddressKey } from "./address-key.ts";
import { AttemptsEntity } from "./attempts.entity.ts";
import { counterDigest } from "./counter-digest.ts";
import { computeWindow } from "./window.ts";

export interface Caller {
  readonly sourceIp: string;
  /**
   * Id of the signed-in account, or of its session where a stolen session could use up the limit of the owner's others. Never a
   * value of the request.
   */
  readonly account: string;
}

export interface ThrottleServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type AddressThrottled = keyof typeof ADDRESS_THROTTLES;

interface Counter {
  readonly name: string;
  readonly subject: string;
  readonly allowed: { readonly count: number; readonly seconds: number };
}

const buildAddressCounter = (action: string, sourceIp: string, allowed: Counter["allowed"]): Counter => ({
  name: `${action}#address`,
  subject: computeAddressKey(sourceIp),
  allowed,
});

export const buildAccountCounter = (action: keyof typeof ACCOUNT_THROTTLES, account: string): Counter => ({
  name: `${action}#account`,
  subject: account,
  allowed: ACCOUNT_THROTTLES[action],
});

/** Counts an attempt by IP address, then by account, each atomically; above a limit it is refused with the time to wait. */
export async function throttle(
  services: ThrottleServices,
  action: keyof typeof THROTTLES,
  { sourceIp, account }: Caller,
): Promise<Failure<"too_many_requests"> | undefined> {
  const allowed = THROTTLES[action];
  return (
    (await count(services, buildAddressCounter(action, sourceIp, allowed.address))) ??
    (await count(services, { name: `${action}#account`, subject: account, allowed: allowed.account }))
  );
}

/** Counts an attempt by its signed-in account alone. */
export const throttleAccount = (services: ThrottleServices, action: keyof typeof ACCOUNT_THROTTLES, account: string) =>
  count(services, buildAccountCounter(action, account));

/** Counts an attempt by its IP address alone, where a counter by target would let strangers use up the owner's share. */
export const throttleAddress = (services: ThrottleServices, action: AddressThrottled, sourceIp: string) =>
  count(services, buildAddressCounter(action, sourceIp, ADDRESS_THROTTLES[action]));

/**
 * Counts a mail to an e-mail address that an account chose, possibly someone else's: by both together, and by the address
 * alone.
 */
export const throttleTarget = async (
  services: ThrottleServices,
  action: keyof typeof TARGET_THROTTLES,
  { email, account }: { readonly email: string; readonly account: string },
) => {
  const { each, together } = TARGET_THROTTLES[action];
  return (
    (await count(services, { name: `${action}#own target`, subject: `${email} ${account}`, allowed: each })) ??
    (await count(services, { name: `${action}#target`, subject: email, allowed: together }))
  );
};

/**
 * Counts a mail that anyone can cause, per e-mail address and source IP address; false above the limit. So one IP address can
 * neither flood a mailbox nor use up the quota of its owner.
 */
export const consumeMailQuota = async (
  services: ThrottleServices,
  action: keyof typeof MAIL_SHARES,
  email: string,
  sourceIp: string,
) => {
  const counter = {
    name: `${action}#share`,
    subject: `${email} ${computeAddressKey(sourceIp)}`,
    allowed: MAIL_SHARES[action],
  };
  return (await count(services, counter)) === undefined;
};

/**
 * Counts a mail of one kind to a person, by any cause. Undefined if within the limit; otherwise the end of the window in
 * epoch seconds.
 */
export async function countReceivedMail(services: ThrottleServices, kind: string, userId: string) {
  const counter = { name: `${kind}#received`, subject: userId, allowed: RECEIVED_MAILS };
  const { endsAt } = getWindow(counter, services.now());
  return (await count(services, counter)) && endsAt;
}

/** Reverts the count of an attempt that was no guess. */
export async function refundAddressAttempt(
  { table, now }: ThrottleServices,
  action: AddressThrottled,
  sourceIp: string,
) {
  const { window } = getWindow(buildAddressCounter(action, sourceIp, ADDRESS_THROTTLES[action]), now());
  const less = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(-1) })
    .options({ condition: { attr: "count", gt: 0 } });
  await conditionHeld(table.send(less));
}

async function count({ table, now }: ThrottleServices, counter: Counter) {
  const { window, endsAt } = getWindow(counter, now());
  const below = AttemptsEntity.build(UpdateItemCommand)
    .item({ window, count: $add(1), expires: endsAt })
    .options({
      condition: {
        or: [
          { attr: "count", exists: false },
          { attr: "count", lt: counter.allowed.count },
        ],
      },
    });
  if (await conditionHeld(table.send(below))) return undefined;
  return fail("too_many_requests", { retryAfter: Math.max(1, endsAt - epochSeconds(now())) });
}

/** The counter's key in the window that contains `now`, and the window's end in epoch seconds. */
export function getWindow({ name, subject, allowed: { seconds } }: Counter, now: Date) {
  const { index, endsAt } = computeWindow(now, seconds);
  return { window: `${name}#${counterDigest(subject)}#${index}`, endsAt };
}
