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
  /** A fresh token, or the one held when it is too soon for another; null when the session is over, rejects without an answer. */
  readonly refresh: () => Promise<string | null>;
  /** From now on everything is told; what came before has to be fetched. */
  readonly onAuthenticated: (count: number) => void;
  readonly onNotification: (notification: Notification, count: number) => void;
  /** The server refuses every token; nothing more is tried until `retry`. */
  readonly onGivenUp?: () => void;
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
  /** Begins anew after having given up. */
  retry(): void;
}

/** An answer that takes longer means that nobody is there, as in a network that changed without a word. */
const PATIENCE_MS = 10_000;
/** A connection that was known for this long was a good one, whatever was before. */
const STEADY_MS = 60_000;
/** Tokens refused without a good connection in between, after which others are no better. */
const MOST_REFUSALS = 6;
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
  let hasGivenUp = false;
  let wire: Wire | undefined;
  /** A browser's socket throws when it is written to before it is open. */
  let isOpen = false;
  let isRenewing = false;
  /** Connections lost, and tokens refused, since the last good connection. */
  let failures = 0;
  let refusals = 0;
  /** The token last told of on this wire, and the one that was last refused on any. */
  let told: string | undefined;
  let refused: string | undefined;
  const timers: Partial<Record<"answer" | "check" | "retry" | "steady", ReturnType<typeof setTimeout>>> = {};

  function later(name: keyof typeof timers, milliseconds: number, work: () => void) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, milliseconds);
  }

  function drop() {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    isOpen = isRenewing = false;
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

  function say(message: ClientMessage) {
    if (isOpen) wire?.send(JSON.stringify(message));
  }

  function authenticate(token: string | null) {
    if (!token) return comeBack();
    later("answer", PATIENCE_MS, comeBack);
    told = token;
    say({ event: "authenticateUser", data: { token } });
  }

  function giveUp() {
    drop();
    hasGivenUp = true;
    needs.onGivenUp?.();
  }

  /** Whether that was once too often. */
  function countRefusal(): boolean {
    refusals += 1;
    if (refusals > MOST_REFUSALS) giveUp();
    return hasGivenUp;
  }

  async function renew(current: Wire) {
    clearTimeout(timers.answer);
    isRenewing = true;
    const token = await needs.refresh().catch(() => null);
    if (wire !== current) return;
    isRenewing = false;
    if (token && token === refused) {
      if (!countRefusal()) comeBack();
    } else if (!token || token !== told) authenticate(token);
  }

  /** A token that runs out is no surprise; another that is refused soon after won't be mended by asking at once. */
  function refuse(current: Wire) {
    if (isRenewing) return;
    clearTimeout(timers.steady);
    refused = told;
    if (countRefusal()) return;
    if (refusals === 1) void renew(current);
    else comeBack();
  }

  function becomeGood() {
    failures = refusals = 0;
    refused = undefined;
  }

  function hear(message: ServerMessage | undefined, current: Wire) {
    if (message?.event === "authenticatedUser") {
      clearTimeout(timers.answer);
      later("check", CHECK_EVERY_MS, check);
      if (refusals + failures > 0) later("steady", STEADY_MS, becomeGood);
      needs.onAuthenticated(message.data.count);
    }
    if (message?.event === "sendNotification") needs.onNotification(message.data.notification, message.data.count);
    if (message?.event === "expiredToken") refuse(current);
  }

  function begin() {
    drop();
    const current = needs.open();
    wire = current;
    later("answer", PATIENCE_MS, comeBack);
    current.onopen = () => {
      isOpen = true;
      const token = needs.token();
      if (token && token === refused) void renew(current);
      else authenticate(token);
    };
    current.onmessage = ({ data }) => hear(readMessage(data), current);
    current.onclose = comeBack;
  }

  function beginAnew() {
    hasGivenUp = false;
    becomeGood();
    begin();
  }

  /**
   * Being answered to is the sign of life; while waiting to come back there is no reason to wait any longer. What is
   * still connecting, or waits for a token, has a deadline of its own.
   */
  function check() {
    if (!wanted || hasGivenUp) return;
    if (!wire) begin();
    else if (isOpen && !isRenewing) authenticate(needs.token());
  }

  return {
    connect() {
      if (wanted) return;
      wanted = true;
      beginAnew();
    },
    disconnect() {
      if (!wanted) return;
      wanted = hasGivenUp = false;
      say({ event: "disconnectUser" });
      drop();
    },
    check,
    renewed() {
      const token = needs.token();
      if (told && token && token !== told) authenticate(token);
    },
    retry() {
      if (hasGivenUp) beginAnew();
    },
  };
}
