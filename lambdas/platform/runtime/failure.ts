import type { FailureCode } from "#shared/failures.ts";

interface FailureDetails {
  /** Field name → message, where the code's own field isn't the one. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Seconds to wait before another try, where that is known. */
  readonly retryAfter?: number | undefined;
}

/** A refusal that the contract knows, made by `fail`; anything else that goes wrong is thrown and answers 500. */
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
