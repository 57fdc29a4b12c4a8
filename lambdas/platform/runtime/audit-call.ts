import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type AuditEvent, getAuditedEvent } from "#shared/audit.ts";
import { FAILURES, type FailureCode } from "#shared/failures.ts";
import type { BaseServices } from "./base-services.ts";

/** A handler's facts about a call beyond its contract. */
export interface AuditNotes {
  /** The proven caller, where no access token names one. */
  who?: string | undefined;
  /** The id of what the call is about. */
  target?: string | undefined;
}

export interface AnsweredCall {
  readonly result: APIGatewayProxyStructuredResultV2;
  readonly failure?: FailureCode | undefined;
  /** Where the id of the target may stand: the call's parameters, its answer and its body. */
  readonly named: readonly unknown[];
}

interface AuditedCall {
  readonly call: APIGatewayProxyEventV2;
  readonly audited: AuditNotes;
  readonly answerCall: () => Promise<AnsweredCall>;
}

/** Refusals that are recorded; other failures change nothing and are mostly typing errors. */
const REFUSALS: readonly number[] = [401, 403, 429];

/** Wrong proofs of who one is, which a form shows beside its field. */
const WRONG_PROOFS: readonly FailureCode[] = ["code_wrong", "current_password_wrong", "passkey_refused"];

/** An id, and never a text that a person has written. */
const ID = /^[\w-]{1,255}$/;

function findId(objects: readonly unknown[], name: string): string | undefined {
  const ids = objects.map((object) => (object as Readonly<Record<string, unknown>> | undefined)?.[name]);
  return ids.find((id): id is string => typeof id === "string" && ID.test(id));
}

function isRecorded(event: AuditEvent, outcome: "done" | FailureCode) {
  if (outcome === "done") return getAuditedEvent(event).only !== "refusals";
  const { status } = FAILURES[outcome];
  return REFUSALS.includes(status) || status >= 500 || WRONG_PROOFS.includes(outcome);
}

/**
 * Answers a call and records it before the caller gets the answer, so that no acknowledged change lacks its entry. What
 * ends without an answer is recorded as `internal`. An entry that the log doesn't take stays in the function's own log,
 * and the call is answered all the same.
 */
export async function auditCall(
  event: AuditEvent,
  { call, audited, answerCall }: AuditedCall,
  { audit, log, now }: BaseServices,
) {
  const record = async (outcome: "done" | FailureCode, named: readonly unknown[]) => {
    if (!audit || !isRecorded(event, outcome)) return;
    const { target: field } = getAuditedEvent(event);
    const target = audited.target ?? (field && findId(named, field));
    // Of nobody and nothing: whoever is no user could fill the log with those.
    const isFeigned = !audited.who && !target && outcome !== "done" && FAILURES[outcome].status < 500;
    const entry = { at: now(), who: audited.who, event, target, outcome, requestId: call.requestContext.requestId };
    await audit[isFeigned ? "feign" : "record"](entry).catch((error: unknown) => {
      log.error("An entry of the audit log was not written", { entry, error: error as Error });
    });
  };
  let answered: AnsweredCall;
  try {
    answered = await answerCall();
  } catch (error) {
    await record("internal", []);
    throw error;
  }
  await record(answered.failure ?? "done", answered.named);
  return answered.result;
}
