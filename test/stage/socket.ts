import type { Notification } from "#shared/model/community.ts";
import { type ClientMessage, ServerMessage } from "#shared/model/socket.ts";
import { openStage, waitFor } from "./stage.ts";

const PATH = "/socket";

/** A user's socket, like their open page's, with the received notifications. */
export async function openSocket(token: string) {
  const { origin } = await openStage();
  const socket = new WebSocket(`${origin.replace(/^http/, "ws")}${PATH}`);
  const notifications: Notification[] = [];
  const events = new Set<string>();
  socket.addEventListener("error", () => events.add("error"));
  socket.addEventListener("open", () => {
    const message: ClientMessage = { event: "authenticateUser", data: { token } };
    socket.send(JSON.stringify(message));
  });
  socket.addEventListener("message", ({ data }) => {
    const message = ServerMessage.parse(JSON.parse(String(data)));
    events.add(message.event);
    if (message.event === "sendNotification") notifications.push(message.data.notification);
  });
  const answered = await waitFor("the socket's answer", async () => [...events][0], 20).catch((problem: unknown) => {
    socket.close();
    throw problem;
  });
  return {
    /** The server's first message: `authenticatedUser` or `expiredToken`, or `error` if it can't be reached. */
    answered,
    /** The first notification of a type, waiting for it. */
    waitForNotification: (type: Notification["type"]) =>
      waitFor(`a notification of a ${type}`, async () => notifications.find((one) => one.type === type), 30),
    close: () => socket.close(),
  };
}
