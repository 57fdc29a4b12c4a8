import type { FailureCode } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";

interface ApiErrorDetails {
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  readonly code: FailureCode | "network";
  readonly message: string;
  /** Message to show next to each field, by field name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Shows the message in a toast. */
  readonly expose?: boolean;
  /** Seconds after which another try may succeed. */
  readonly retryAfter?: number | undefined;
}

/** A call that failed, whatever the reason. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: FailureCode | "network";
  readonly fields: Readonly<Record<string, string>>;
  readonly expose: boolean;
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, fields = {}, expose = false, retryAfter }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.expose = expose;
    this.retryAfter = retryAfter;
  }
}

export const networkError = () => new ApiError({ status: 0, code: "network", message: MESSAGES.network });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const stringEntries = (value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      )
    : {};

/** Errors of API Gateway itself, before any function runs: their bodies have API Gateway's message and no code. */
const REFUSED_BY_GATEWAY: Readonly<Record<number, Omit<ApiErrorDetails, "status">>> = {
  401: { code: "unauthenticated", message: MESSAGES.unauthenticated },
  413: { code: "invalid_request", message: MESSAGES.invalid },
  429: { code: "too_many_requests", message: MESSAGES.tooManyRequests, expose: true },
};

/** Parses a failed response; a foreign body, such as a proxy's page, counts as an internal error. */
export function toApiError(status: number, body: unknown, retryAfter?: number): ApiError {
  if (!isRecord(body) || typeof body.message !== "string") {
    return new ApiError({ status, code: "internal", message: MESSAGES.internal });
  }
  const refused = body.code === undefined ? REFUSED_BY_GATEWAY[status] : undefined;
  if (refused) return new ApiError({ status, ...refused });
  return new ApiError({
    status,
    code: typeof body.code === "string" ? (body.code as FailureCode) : "internal",
    message: body.message,
    fields: stringEntries(body.fields),
    expose: body.expose === true,
    retryAfter,
  });
}

/** Side effects that a response may have on the page. */
export interface Effects {
  readonly toast: { success(text: string): void; error(text: string): void };
  /** Navigates within the site. `message` is shown on the page that opens. */
  go(path: string, message?: string): void;
  /** Navigates to any URL, also of another origin. */
  leave(url: string): void;
}

/** A body with `redirect` navigates; a body with `expose` shows its message in a toast. */
export function applyBody(effects: Effects, body: unknown): void {
  if (!isRecord(body)) return;
  const { redirect, message, expose } = body;
  if (redirect && typeof redirect === "string") effects.leave(redirect);
  if (expose === true && message && typeof message === "string") effects.toast.success(message);
}

/**
 * Shows a failure in a toast: its own message if exposed, else `errorMessage`.
 * A failure with fields shows no toast, because the form shows its messages next to the fields.
 */
export function applyFailure(effects: Effects, error: unknown, errorMessage?: string): void {
  if (!(error instanceof ApiError)) return;
  if (error.expose) effects.toast.error(error.message);
  else if (errorMessage && !Object.keys(error.fields).length) {
    effects.toast.error(error.status === 0 ? MESSAGES.network : errorMessage);
  }
}
