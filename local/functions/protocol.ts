/** The message that invokes the handler; as on Lambda, a worker runs one invocation at a time. */
export interface InvokeMessage {
  requestId: string;
  /** The event as JSON, parsed in the worker so that no object is shared. */
  event: string;
  /** Epoch milliseconds when the function's timeout is over. */
  deadline: number;
  functionArn: string;
  /** Epoch milliseconds at which the code believes to run; absent for now. */
  date?: number | undefined;
}

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** Messages from a worker; log lines arrive in order with the results. */
export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "log"; text: string; requestId?: string }
  | { kind: "result"; requestId: string; payload: string }
  | { kind: "error"; requestId: string; error: FunctionError }
  /** The process is exiting and takes no further invocation. */
  | { kind: "crash"; error: FunctionError }
  | { kind: "init-error"; error: FunctionError };
