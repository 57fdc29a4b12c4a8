import * as z from "zod/mini";
import { Notification } from "./community.ts";

/** What a browser says: whose connection this is, and that nobody's it is any more. The token travels only here. */
export const ClientMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticateUser"), data: z.object({ token: z.string() }) }),
  z.object({ event: z.literal("disconnectUser") }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

/** How many notifications are unread in all. */
const count = z.number();

/**
 * What the server says.
 * `authenticatedUser`: from now on this connection hears of everything; what came before has to be fetched.
 * `sendNotification`: may come twice, and is the same by its id then.
 * `expiredToken`: nothing more is sent until a sound token comes.
 */
export const ServerMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("authenticatedUser"), data: z.object({ count }) }),
  z.object({ event: z.literal("sendNotification"), data: z.object({ notification: Notification, count }) }),
  z.object({ event: z.literal("expiredToken") }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;
