import type { Notification } from "#shared/model/community.ts";
import { type ClientMessage, ServerMessage } from "#shared/model/socket.ts";
import { backoff } from "./backoff.ts";

/** The subset of WebSocket that is used here. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LiveSocketOptions {
  /** Starts to connect; a failure calls `onclose`. */
  readonly open: () => SocketLike;
  readonly token: () => string | null;
  /** A fresh token, or the current one if it is too soon; null if the session is over; rejects without a response. */
  readonly refresh: () => Promise<string | null>;
  /** Later notifications are pushed; earlier ones have to be fetched. */
  readonly onAuthenticated: (count: number) => void;
  readonly onNotification: (notification: Notification, count: number) => void;
  /** One of the user's threads has a new message. */
  readonly onMessage?: (threadId: string) => void;
  /** The server refuses every token; no further attempts until `retry`. */
  readonly onGivenUp?: () => void;
  readonly random?: () => number;
}

/** Stays connected from `connect` until `disconnect`. */
export interface LiveSocket {
  connect(): void;
  /** Tells the server that the user leaves, and closes. */
  disconnect(): void;
  /** Verifies the connection, e.g. after the computer slept, or reconnects immediately. */
  checkConnection(): void;
  /** Sends the session's new token before the previous one expires. */
  updateToken(): void;
  /** Connects again after having given up. */
  retry(): void;
}

/** Without a response in this time the connection counts as lost, e.g. after the network changed. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A connection that lasts this long resets the counts of failures and refusals. */
const STABLE_AFTER_MS = 60_000;
/** Refused tokens since the last stable connection after which the socket gives up. */
const MAX_REFUSALS = 6;
/** API Gateway closes a connection that is idle for ten minutes. */
const HEARTBEAT_MS = 4 * 60_000;

const readMessage = (data: unknown): ServerMessage | undefined => {
  try {
    return ServerMessage.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
};

/** The site's WebSocket to the server: it authenticates by a message and reconnects after any loss. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  let isWanted = false;
  let hasGivenUp = false;
  let connection: SocketLike | undefined;
  /** Sending on a WebSocket that isn't open throws. */
  let isOpen = false;
  let isRenewing = false;
  /** Connections lost, and tokens refused, since the last stable connection. */
  let failures = 0;
  let refusals = 0;
  /** The last token sent on this connection, and the last one refused on any. */
  let sentToken: string | undefined;
  let refusedToken: string | undefined;
  const timers: Partial<Record<"answer" | "heartbeat" | "retry" | "stable", ReturnType<typeof setTimeout>>> = {};

  function setTimer(name: keyof typeof timers, milliseconds: number, work: () => void) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, milliseconds);
  }

  function closeConnection() {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    isOpen = isRenewing = false;
    if (!connection) return;
    connection.onopen = connection.onmessage = connection.onclose = null;
    connection.close();
    connection = sentToken = undefined;
  }

  function reconnectLater() {
    closeConnection();
    if (!isWanted) return;
    setTimer("retry", backoff(failures, options.random), openConnection);
    failures += 1;
  }

  function sendMessage(message: ClientMessage) {
    if (isOpen) connection?.send(JSON.stringify(message));
  }

  function authenticate(token: string | null) {
    if (!token) return reconnectLater();
    setTimer("answer", ANSWER_TIMEOUT_MS, reconnectLater);
    sentToken = token;
    sendMessage({ event: "authenticateUser", data: { token } });
  }

  function giveUp() {
    closeConnection();
    hasGivenUp = true;
    options.onGivenUp?.();
  }

  /** Returns whether the socket has given up. */
  function countRefusal(): boolean {
    refusals += 1;
    if (refusals > MAX_REFUSALS) giveUp();
    return hasGivenUp;
  }

  async function renew(current: SocketLike) {
    clearTimeout(timers.answer);
    isRenewing = true;
    const token = await options.refresh().catch(() => null);
    if (connection !== current) return;
    isRenewing = false;
    if (token && token === refusedToken) {
      if (!countRefusal()) reconnectLater();
    } else if (!token || token !== sentToken) authenticate(token);
  }

  /** Refreshes an expired token immediately; waits after further refusals. */
  function handleRefusal(current: SocketLike) {
    if (isRenewing) return;
    clearTimeout(timers.stable);
    refusedToken = sentToken;
    if (countRefusal()) return;
    if (refusals === 1) void renew(current);
    else reconnectLater();
  }

  function resetFailures() {
    failures = refusals = 0;
    refusedToken = undefined;
  }

  function handleMessage(message: ServerMessage | undefined, current: SocketLike) {
    if (message?.event === "authenticatedUser") {
      clearTimeout(timers.answer);
      setTimer("heartbeat", HEARTBEAT_MS, checkConnection);
      if (refusals + failures > 0) setTimer("stable", STABLE_AFTER_MS, resetFailures);
      options.onAuthenticated(message.data.count);
    }
    if (message?.event === "sendNotification") options.onNotification(message.data.notification, message.data.count);
    if (message?.event === "sendMessage") options.onMessage?.(message.data.threadId);
    if (message?.event === "expiredToken") handleRefusal(current);
  }

  function openConnection() {
    closeConnection();
    const current = options.open();
    connection = current;
    setTimer("answer", ANSWER_TIMEOUT_MS, reconnectLater);
    current.onopen = () => {
      isOpen = true;
      const token = options.token();
      if (token && token === refusedToken) void renew(current);
      else authenticate(token);
    };
    current.onmessage = ({ data }) => handleMessage(readMessage(data), current);
    current.onclose = reconnectLater;
  }

  function restart() {
    hasGivenUp = false;
    resetFailures();
    openConnection();
  }

  /**
   * Authenticates again, as the response proves that the connection works; reconnects immediately if it was lost. A
   * connection that is opening or waiting for a token has its own timer.
   */
  function checkConnection() {
    if (!isWanted || hasGivenUp) return;
    if (!connection) openConnection();
    else if (isOpen && !isRenewing) authenticate(options.token());
  }

  return {
    connect() {
      if (isWanted) return;
      isWanted = true;
      restart();
    },
    disconnect() {
      if (!isWanted) return;
      isWanted = hasGivenUp = false;
      sendMessage({ event: "disconnectUser" });
      closeConnection();
    },
    checkConnection,
    updateToken() {
      const token = options.token();
      if (sentToken && token && token !== sentToken) authenticate(token);
    },
    retry() {
      if (hasGivenUp) restart();
    },
  };
}
