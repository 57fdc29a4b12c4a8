import { useState } from "react";
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

const findLookReason = (operatorName: string, userId: string) => given.get(buildKey(operatorName, userId));

export const keepLookReason = (operatorName: string, userId: string, reason: LookReason) =>
  given.set(buildKey(operatorName, userId), reason);

/**
 * The reason that an operator gave for looking at a person, an order or the log, kept until the page is reloaded, and a function
 * that gives it.
 */
export function useLookReason(operatorName: string, subjectId: string) {
  const [reason, setReason] = useState(() => findLookReason(operatorName, subjectId));
  const give = (given: LookReason) => {
    keepLookReason(operatorName, subjectId, given);
    setReason(given);
  };
  return [reason, give] as const;
}
