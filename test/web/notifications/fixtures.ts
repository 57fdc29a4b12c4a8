import { Notification } from "#shared/model/community.ts";

/** Ids like the server's: later ones sort after earlier ones. */
export const idAt = (at: number) => `0199a000-0000-7000-8000-${String(at).padStart(12, "0")}`;

export const aNotification = (at: number, over: Partial<Record<keyof Notification, unknown>> = {}): Notification =>
  Notification.parse({
    id: idAt(at),
    type: "comment",
    link: `/artwork/${idAt(900)}`,
    ref: idAt(800 + at),
    read: false,
    created: "2026-11-21T03:00:00.000Z",
    title: "Dunes at noon",
    actor: { id: idAt(700), name: "ada.love", fullName: "", avatar: null },
    ...over,
  });

/** A page with these notifications, given newest first. */
export const aPage = (ats: readonly number[], { hasMore = false, count = ats.length } = {}) => ({
  items: ats.map((at) => aNotification(at)),
  cursor: ats.length > 0 ? idAt(ats.at(-1) ?? 0) : null,
  hasMore,
  count,
});
