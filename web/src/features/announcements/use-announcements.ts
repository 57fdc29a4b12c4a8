import {
  deleteAnnouncement,
  listAnnouncements,
  readAnnouncement,
  updateAnnouncement,
} from "#shared/contract/follows.ts";
import type { Announcement } from "#shared/model/announcement.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { toast } from "#web/ui/toaster.tsx";

/** Reads the signed-in artist's announcements again. */
export function useInvalidateAnnouncements() {
  const invalidate = useInvalidate();
  const { name: username } = useSignedIn();
  return ({ announcementId }: Pick<Announcement, "announcementId">) =>
    Promise.all([invalidate(listAnnouncements, { username }), invalidate(readAnnouncement, { announcementId })]);
}

/** Deletes one's own announcement at once; a toast offers to put it back, unless it was taken down. */
export function useDeleteAnnouncement() {
  const invalidate = useInvalidateAnnouncements();
  const { name: username } = useSignedIn();

  async function restore(announcement: Announcement) {
    const params = { announcementId: announcement.announcementId };
    await send(
      updateAnnouncement,
      { params, body: { deleted: false } },
      { errorMessage: "The announcement wasn't put back" },
    );
    await invalidate(announcement);
  }

  return async (announcement: Announcement, onDeleted?: () => void) => {
    const { announcementId, status } = announcement;
    const gone = changes.add(
      effectOn(listAnnouncements, { username }, (page) => ({
        ...page,
        items: page.items.filter((item) => item.announcementId !== announcementId),
      })),
    );
    try {
      await send(
        deleteAnnouncement,
        { params: { announcementId } },
        { errorMessage: "The announcement wasn't deleted" },
      );
    } catch (error) {
      gone.drop();
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    gone.confirm();
    onDeleted?.();
    const undo = { label: "Undo", run: () => void restore(announcement).then(gone.drop, () => undefined) };
    toast.success(
      status === "scheduled" ? "It won't be sent" : "Announcement deleted",
      status === "taken_down" ? undefined : undo,
    );
    await invalidate(announcement);
  };
}
