import type { FailureCode } from "#shared/failures.ts";

interface FailureDetails {
  /** Message by field name, if it isn't the code's own field. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Seconds to wait before another try, if known. */
  readonly retryAfter?: number | undefined;
}

/** An expected refusal of the contract, created by `fail`; other errors are thrown and answer 500. */
export class Failure<F extends FailureCode = FailureCode> implements FailureDetails {
  readonly code: F;
  readonly fields: FailureDetails["fields"];
  readonly retryAfter: FailureDetails["retryAfter"];

  constructor(code: F, { fields, retryAfter }: FailureDetails) {
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** Refuses the call with a code of the contract. */
export const fail = <const F extends FailureCode>(code: F, details: FailureDetails = {}) => new Failure(code, details);
