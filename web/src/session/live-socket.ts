import type { Notification } from "#shared/model/community.ts";
import { type ClientMessage, ServerMessage } from "#shared/model/socket.ts";
import { backoff } from "./backoff.ts";

/** What of a browser's WebSocket is used. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LiveSocketNeeds {
  /** Begins to connect; what goes wrong is an `onclose`. */
  readonly open: () => Wire;
  readonly token: () => string | null;
  /** A fresh token; null when the session is over, rejects when nobody answers. */
  readonly refresh: () => Promise<string | null>;
  /** From now on everything is told; what came before has to be fetched. */
  readonly onAuthenticated: (count: number) => void;
  readonly onNotification: (notification: Notification, count: number) => void;
  readonly random?: () => number;
}

/** Stays connected from `connect` until `disconnect`. */
export interface LiveSocket {
  connect(): void;
  /** Says goodbye. */
  disconnect(): void;
  /** Tells whether the connection still stands, such as after the computer slept; waits for nothing. */
  check(): void;
  /** Tells of a new token before the one that was told of runs out. */
  renewed(): void;
}

/** An answer that takes longer means that nobody is there, as in a network that changed without a word. */
const PATIENCE_MS = 10_000;
/** API Gateway ends a connection that is silent for ten minutes. */
const CHECK_EVERY_MS = 4 * 60_000;

const readMessage = (data: unknown): ServerMessage | undefined => {
  try {
    return ServerMessage.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
};

/** The site's own connection to the server: it proves who it is by a message, and comes back whatever happens. */
export function createLiveSocket(needs: LiveSocketNeeds): LiveSocket {
  let wanted = false;
  let wire: Wire | undefined;
  let failures = 0;
  /** Refusals since the last token that was taken. */
  let refusals = 0;
  /** The token last told of on this wire. */
  let told: string | undefined;
  const timers: Partial<Record<"answer" | "check" | "retry", ReturnType<typeof setTimeout>>> = {};

  function later(name: keyof typeof timers, milliseconds: number, work: () => void) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, milliseconds);
  }

  function drop() {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    wire = told = undefined;
  }

  function comeBack() {
    drop();
    if (!wanted) return;
    later("retry", backoff(failures, needs.random), begin);
    failures += 1;
  }

  const say = (message: ClientMessage) => wire?.send(JSON.stringify(message));

  function authenticate(token: string | null) {
    if (!token) return comeBack();
    later("answer", PATIENCE_MS, comeBack);
    told = token;
    say({ event: "authenticateUser", data: { token } });
  }

  /** A token that was refused twice in a row won't be better the third time. */
  async function renew(current: Wire) {
    clearTimeout(timers.answer);
    refusals += 1;
    if (refusals > 2) return comeBack();
    const token = await needs.refresh().catch(() => null);
    if (wire === current) authenticate(token);
  }

  function hear(message: ServerMessage | undefined, current: Wire) {
    if (message?.event === "authenticatedUser") {
      clearTimeout(timers.answer);
      failures = refusals = 0;
      later("check", CHECK_EVERY_MS, check);
      needs.onAuthenticated(message.data.count);
    }
    if (message?.event === "sendNotification") needs.onNotification(message.data.notification, message.data.count);
    if (message?.event === "expiredToken") void renew(current);
  }

  function begin() {
    drop();
    refusals = 0;
    const current = needs.open();
    wire = current;
    later("answer", PATIENCE_MS, comeBack);
    current.onopen = () => authenticate(needs.token());
    current.onmessage = ({ data }) => hear(readMessage(data), current);
    current.onclose = comeBack;
  }

  /** Being answered to is the sign of life; while waiting to come back there is no reason to wait any longer. */
  function check() {
    if (!wanted) return;
    if (wire) authenticate(needs.token());
    else begin();
  }

  return {
    connect() {
      if (wanted) return;
      wanted = true;
      failures = 0;
      begin();
    },
    disconnect() {
      if (!wanted) return;
      wanted = false;
      try {
        say({ event: "disconnectUser" });
      } catch {
        // It wasn't open yet, so nobody has to be told.
      }
      drop();
    },
    check,
    renewed() {
      const token = needs.token();
      if (told && token && token !== told) authenticate(token);
    },
  };
}
