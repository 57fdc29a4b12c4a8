import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type AuditEvent, getAuditedEvent } from "#shared/audit.ts";
import { FAILURES, type FailureCode } from "#shared/failures.ts";
import type { BaseServices } from "./base-services.ts";

/** A handler's facts about a call beyond its contract. */
export interface AuditNotes {
  /** The proven caller, if there is no access token. */
  who?: string | undefined;
  /** The target's id. */
  target?: string | undefined;
  /** The reason of an operator's action or look. */
  reason?: string | undefined;
}

export interface AnsweredCall {
  readonly result: APIGatewayProxyStructuredResultV2;
  readonly failure?: FailureCode | undefined;
  /** Places of the target's id: the call's parameters, answer and body. */
  readonly named: readonly unknown[];
}

interface AuditedCall {
  readonly call: APIGatewayProxyEventV2;
  readonly audited: AuditNotes;
  readonly answerCall: () => Promise<AnsweredCall>;
}

/** Recorded refusals; other failures change nothing and are mostly typing errors. */
const REFUSALS: readonly number[] = [401, 403, 429];

/** Failed proofs of identity, which a form shows beside a field. */
const WRONG_PROOFS: readonly FailureCode[] = ["code_wrong", "current_password_wrong", "passkey_refused"];

/** An id, as opposed to a person's text. */
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
 * Answers a call and records it before the caller gets the answer, so that no acknowledged change lacks its entry. Calls
 * without an answer are recorded as `internal`. If the audit log fails, the entry is written to the function's log, and the
 * call is answered anyway.
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
    // Without user and target: visitors could otherwise flood the log.
    const isFeigned = !audited.who && !target && outcome !== "done" && FAILURES[outcome].status < 500;
    const { who, reason } = audited;
    const entry = { at: now(), who, event, target, outcome, reason, requestId: call.requestContext.requestId };
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
