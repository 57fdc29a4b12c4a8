import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import { Person } from "./account.ts";

/** True to be notified of an artist's new work and announcements. */
const followNotify = z.boolean({
  error: ({ input }) => (input === undefined || input === null ? MESSAGES.required : MESSAGES.invalid),
});

/** Notifications are on by default. */
export const FollowForm = z.object({ followNotify: z._default(followNotify, true) });

export const FollowChange = z.object({ followNotify });

/** An artist that the caller follows. */
export const FollowedArtist = z.object({ artist: Person, followed: z.boolean(), followNotify: z.boolean() });
export type FollowedArtist = z.output<typeof FollowedArtist>;
