import * as z from "zod/mini";
import { Notification } from "./community.ts";
import { ThreadId } from "./ids.ts";

/** Messages of a browser: to authenticate the connection, and to end that. The token travels only here. */
export const ClientMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticateUser"), data: z.object({ token: z.string() }) }),
  z.object({ event: z.literal("disconnectUser") }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

/** How many notifications are unread in all. */
const count = z.number();

/**
 * Messages of the server.
 * `authenticatedUser`: this connection gets every notification from now on; earlier ones have to be fetched.
 * `sendNotification`: delivered at least once; repeats have the same id.
 * `sendMessage`: a thread of the user's has a new message; at least once.
 * `expiredToken`: nothing more is sent until a valid token comes.
 */
export const ServerMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticatedUser"), data: z.object({ count }) }),
  z.object({ event: z.literal("sendNotification"), data: z.object({ notification: Notification, count }) }),
  z.object({ event: z.literal("sendMessage"), data: z.object({ threadId: ThreadId }) }),
  z.object({ event: z.literal("expiredToken") }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;
