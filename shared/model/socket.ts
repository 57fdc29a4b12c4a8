import * as z from "zod/mini";
import { Notification } from "./community.ts";
import { ThreadId } from "./ids.ts";

/** Messages of the browser: authenticate the connection, or end that. The access token is sent only here. */
export const ClientMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticateUser"), data: z.object({ token: z.string() }) }),
  z.object({ event: z.literal("disconnectUser") }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

/** Number of unread notifications. */
const count = z.number();

/**
 * Messages of the server. `authenticatedUser`: this connection gets every notification from now on; earlier ones have to be
 * fetched. `sendNotification`: at least once, repeats have the same id. `sendMessage`: a new message in one of the user's
 * threads, at least once. `expiredToken`: nothing more is sent until a valid token arrives.
 */
export const ServerMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticatedUser"), data: z.object({ count }) }),
  z.object({ event: z.literal("sendNotification"), data: z.object({ notification: Notification, count }) }),
  z.object({ event: z.literal("sendMessage"), data: z.object({ threadId: ThreadId }) }),
  z.object({ event: z.literal("expiredToken") }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;
