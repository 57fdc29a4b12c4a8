import type { LOOK_REASONS, LookReason } from "#shared/model/operator.ts";

export const LOOK_REASON_LABELS: Readonly<Record<(typeof LOOK_REASONS)[number], string>> = {
  asked_by_owner: "They asked us for help",
  report: "Something that was reported",
  payment_problem: "A problem with a payment",
  security: "Security of an account",
  legal_request: "A legal request",
};

const given = new Map<string, LookReason>();

const buildKey = (operatorName: string, userId: string) => `${operatorName} ${userId}`;

/** The reason that an operator gave for looking at a person, an order or the log; kept until the page is reloaded. */
export const findLookReason = (operatorName: string, userId: string) => given.get(buildKey(operatorName, userId));

export const keepLookReason = (operatorName: string, userId: string, reason: LookReason) =>
  given.set(buildKey(operatorName, userId), reason);
