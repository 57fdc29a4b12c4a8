import type { FailureCode } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

interface ApiErrorFacts {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: FailureCode | "network";
  readonly message: string;
  /** Field name → message to show next to it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the message is meant for a toast. */
  readonly expose?: boolean;
}

/** A call that failed, whatever the reason. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: FailureCode | "network";
  readonly fields: Readonly<Record<string, string>>;
  readonly expose: boolean;

  constructor({ status, code, message, fields = {}, expose = false }: ApiErrorFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.expose = expose;
  }
}

export const networkError = () => new ApiError({ status: 0, code: "network", message: MESSAGES.network });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const textsIn = (value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      )
    : {};

/** Reads a failure's body; whatever isn't one of ours (a proxy's page, say) counts as an internal error. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  if (!isRecord(body) || typeof body.message !== "string") {
    return new ApiError({ status, code: "internal", message: MESSAGES.internal });
  }
  return new ApiError({
    status,
    code: typeof body.code === "string" ? (body.code as FailureCode) : "internal",
    message: body.message,
    fields: textsIn(body.fields),
    expose: body.expose === true,
  });
}
