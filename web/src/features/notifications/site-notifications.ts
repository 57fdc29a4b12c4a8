import {
  latestNotifications,
  previousNotifications,
  readAllNotifications,
  readNotification,
  unreadNotification,
} from "#shared/contract/notifications.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NotificationId, UserId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { session } from "#web/session/browser-session.ts";
import { createLiveSocket, type LiveSocket, type SocketLike } from "#web/session/live-socket.ts";
import { subscribeToSession } from "#web/session/session-hub.ts";
import { arrivals, messageArrivals } from "./arrivals.ts";
import { createNotifications } from "./notifications.ts";
import { sales } from "./sales.ts";

/** Two soft notes, the second a fourth above the first, in hertz and seconds. */
const NOTES = [
  { frequency: 784, at: 0 },
  { frequency: 1046.5, at: 0.09 },
] as const;
const LOUDNESS = 0.06;
const LENGTH = 0.45;
/** Milliseconds for which other tabs stay silent about the same notification. */
const SILENCE_MS = 1_500;
const LOCK = "notification-sound";

let context: AudioContext | undefined;

async function play() {
  context ??= new AudioContext();
  // Browsers allow audio only after a user gesture.
  if (context.state !== "running") await context.resume();
  for (const { frequency, at } of NOTES) {
    const begin = context.currentTime + at;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + LENGTH);
    const note = new OscillatorNode(context, { type: "sine", frequency });
    note.connect(gain).connect(context.destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  }
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

/** Plays the notification sound in one tab only; silent if the browser lacks or forbids audio. */
function playSound() {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  const once = async (lock: unknown) => {
    if (lock) await Promise.all([play(), quiet()]);
  };
  // Only secure contexts have locks; elsewhere every tab plays.
  void (navigator.locks?.request(LOCK, { ifAvailable: true }, once) ?? play()).catch(() => {});
}

const PATH = "/socket";

const ofUser = (userId: string) => ({ userId: UserId.parse(userId) });

/** The notifications of this tab. */
export const notifications = createNotifications({
  calls: {
    previous: (userId, cursor) =>
      send(
        previousNotifications,
        { params: ofUser(userId), query: { limit: PAGE.notifications, ...(cursor ? { cursor } : {}) } },
        { errorMessage: MESSAGES.failedFetchNotifications },
      ),
    latest: (userId, cursor) =>
      send(latestNotifications, {
        params: ofUser(userId),
        query: { limit: PAGE.notifications, ...(cursor ? { cursor } : {}) },
      }),
    mark: (userId, id, read) => {
      const params = { ...ofUser(userId), notificationId: NotificationId.parse(id) };
      return read
        ? send(readNotification, { params }, { errorMessage: MESSAGES.failedReadNotification })
        : send(unreadNotification, { params }, { errorMessage: MESSAGES.failedUnreadNotification });
    },
    markAll: (userId) =>
      send(readAllNotifications, { params: ofUser(userId) }, { errorMessage: MESSAGES.failedReadNotification }),
  },
  playSound,
});

function openWire(): SocketLike {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}${PATH}`);
  const wire: SocketLike = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => wire.onopen?.();
  socket.onmessage = (event) => wire.onmessage?.(event);
  socket.onclose = () => wire.onclose?.();
  return wire;
}

/** Keeps list and socket in sync with the session's user. */
function follow(socket: LiveSocket) {
  let followed: string | null = null;
  return () => {
    const { user } = session.state();
    if ((user?.id ?? null) === followed) return;
    followed = user?.id ?? null;
    socket.disconnect();
    sales.clear();
    if (user) {
      notifications.signIn(user.id, user.notifications);
      socket.connect();
    } else notifications.leave();
  };
}

let socket: LiveSocket | undefined;

/** Retries after live updates have given up. */
export function retryNotifications() {
  notifications.retry();
  socket?.retry();
}

/** Starts notifications; idempotent. */
export function startNotifications() {
  if (socket || typeof WebSocket === "undefined") return;
  const live = createLiveSocket({
    open: openWire,
    token: session.token,
    refresh: session.refresh,
    onAuthenticated: (count) => {
      notifications.authenticated(count);
      messageArrivals.publish(null);
    },
    onMessage: messageArrivals.publish,
    onNotification: (notification, count) => {
      notifications.arrived(notification, count);
      arrivals.publish(notification);
      sales.add(notification);
    },
    onGivenUp: notifications.stall,
  });
  socket = live;
  const followSession = follow(live);
  subscribeToSession((event) => {
    followSession();
    if (event === "tokenRefresh") live.updateToken();
  });
  followSession();
  window.addEventListener("online", live.checkConnection);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") live.checkConnection();
  });
}
