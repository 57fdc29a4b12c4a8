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
import { arrivals } from "./arrivals.ts";
import { createNotifications } from "./notifications.ts";
import { ring } from "./sound.ts";

const PATH = "/socket";

const ofUser = (userId: string) => ({ userId: UserId.parse(userId) });

/** The notifications of this tab. */
export const notifications = createNotifications({
  calls: {
    previous: (userId, cursor) =>
      send(
        previousNotifications,
        { params: ofUser(userId), query: { limit: PAGE.notifications, ...(cursor ? { cursor } : {}) } },
        { otherwise: MESSAGES.failedFetchNotifications },
      ),
    latest: (userId, cursor) =>
      send(latestNotifications, {
        params: ofUser(userId),
        query: { limit: PAGE.max, ...(cursor ? { cursor } : {}) },
      }),
    mark: (userId, id, read) => {
      const params = { ...ofUser(userId), notificationId: NotificationId.parse(id) };
      return read
        ? send(readNotification, { params }, { otherwise: MESSAGES.failedReadNotification })
        : send(unreadNotification, { params }, { otherwise: MESSAGES.failedUnreadNotification });
    },
    markAll: (userId) =>
      send(readAllNotifications, { params: ofUser(userId) }, { otherwise: MESSAGES.failedReadNotification }),
  },
  ring,
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

/** Keeps list and socket with whoever is signed in. */
function follow(socket: LiveSocket) {
  let followed: string | null = null;
  return () => {
    const { user } = session.state();
    if ((user?.id ?? null) === followed) return;
    followed = user?.id ?? null;
    socket.disconnect();
    if (user) {
      notifications.signIn(user.id, user.notifications);
      socket.connect();
    } else notifications.leave();
  };
}

let socket: LiveSocket | undefined;

/** Tries again after the notifications have stopped. */
export function retryNotifications() {
  notifications.retry();
  socket?.retry();
}

/** Begins to listen; again it does nothing. */
export function startNotifications() {
  if (socket || typeof WebSocket === "undefined") return;
  const live = createLiveSocket({
    open: openWire,
    token: session.token,
    refresh: session.refresh,
    onAuthenticated: notifications.authenticated,
    onNotification: (notification, count) => {
      notifications.arrived(notification, count);
      arrivals.publish(notification);
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
