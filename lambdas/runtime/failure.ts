import type { FailureCode } from "#shared/failures.ts";

/** A refusal that the contract knows; anything else that goes wrong is thrown and answers 500. */
export class Failure<F extends FailureCode = FailureCode> {
  readonly code: F;
  /** Field name → message, where the code's own field isn't the one. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds to wait before another try, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: F, fields?: Readonly<Record<string, string>>, retryAfter?: number) {
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** Refuses the call with a code of the contract. */
export const fail = <const F extends FailureCode>(code: F, fields?: Readonly<Record<string, string>>) =>
  new Failure(code, fields);
