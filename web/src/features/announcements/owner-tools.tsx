import { Button } from "@chakra-ui/react";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import type { Announcement } from "#shared/model/announcement.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { announcementPath } from "./announcement-path.ts";
import { useDeleteAnnouncement } from "./use-announcements.ts";

interface OwnerToolsProps {
  readonly announcement: Announcement;
  /** Called after it was deleted. */
  readonly onDeleted?: (() => void) | undefined;
}

const BUTTON = { variant: "ghost", colorPalette: "neutral", size: "sm", px: "3", color: "fg.muted" } as const;

/** Edits or deletes one's own announcement; one that was taken down can only be deleted. */
export default function OwnerTools({ announcement, onDeleted }: OwnerToolsProps) {
  const { announcementId, announcementTitle, status } = announcement;
  const remove = useDeleteAnnouncement();
  return (
    <>
      {status !== "taken_down" && (
        <ButtonLink
          {...BUTTON}
          to={`${announcementPath(announcementId)}/edit`}
          aria-label={`Edit “${announcementTitle}”`}
        >
          <Pencil aria-hidden />
          Edit
        </ButtonLink>
      )}
      <Button
        {...BUTTON}
        aria-label={`Delete “${announcementTitle}”`}
        onClick={() => void remove(announcement, onDeleted)}
      >
        <Trash aria-hidden />
        Delete
      </Button>
    </>
  );
}
