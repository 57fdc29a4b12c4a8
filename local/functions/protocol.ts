/** What the laptop sends to a worker: one call at a time, as Lambda does. */
export interface InvokeMessage {
  requestId: string;
  /** The event as JSON, parsed in the worker so that no object is shared. */
  event: string;
  /** Epoch milliseconds when the function's timeout is over. */
  deadline: number;
  functionArn: string;
}

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** What a worker sends back; log lines come in order with the results. */
export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "log"; text: string; requestId?: string }
  | { kind: "result"; requestId: string; payload: string }
  | { kind: "error"; requestId: string; error: FunctionError }
  /** The process is ending: it takes no further call. */
  | { kind: "crash"; error: FunctionError }
  | { kind: "init-error"; error: FunctionError };
