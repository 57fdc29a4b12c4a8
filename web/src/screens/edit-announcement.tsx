import { Heading } from "@chakra-ui/react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { readAnnouncement, updateAnnouncement } from "#shared/contract/follows.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Announcement } from "#shared/model/announcement.ts";
import { AnnouncementId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import {
  AnnouncementFields,
  createWritingForm,
  suggestTime,
  toBody,
  toLocalTime,
  withTimeErrors,
} from "#web/features/announcements/announcement-form.tsx";
import { announcementPath } from "#web/features/announcements/announcement-path.ts";
import { useInvalidateAnnouncements } from "#web/features/announcements/use-announcements.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";

const KEPT = ["artworkIds", "discountId", "publishAt"];

function Editor({ announcement }: { readonly announcement: Announcement }) {
  const navigate = useNavigate();
  const invalidate = useInvalidateAnnouncements();
  const { announcementId, announcementTitle, announcementText, artworks, discount, status, publishAt } = announcement;
  const params = { announcementId };
  const isOut = status === "published";
  const isMissed = status === "missed";
  const [time] = useState(() => (isMissed ? suggestTime() : toLocalTime(new Date(publishAt))));
  const [schema] = useState(() => createWritingForm(time));
  const form = useContractForm({
    schema,
    defaultValues: {
      announcementTitle,
      announcementText,
      artworkIds: artworks.length > 0 ? artworks.map(({ artworkId }) => artworkId) : null,
      discountId: discount?.discountId ?? "",
      when: isOut ? ("now" as const) : ("later" as const),
      publishAt: time,
    },
    onSubmit: async (values) => {
      const { publishAt: chosen, ...content } = toBody(values);
      // The field has no seconds, so an unchanged time isn't sent.
      const isMoved = !isOut && (isMissed || values.when === "now" || values.publishAt !== time);
      const body = { ...content, ...(isMoved ? { publishAt: chosen } : {}) };
      const changed = await withTimeErrors(() =>
        send(
          updateAnnouncement,
          { params, body },
          {
            keep: isMoved ? KEPT : KEPT.slice(0, 2),
            errorMessage: "The announcement wasn't saved",
            inPlace: ["too_many_announcements", "invalid_request"],
          },
        ),
      );
      await invalidate(changed);
      void navigate(announcementPath(announcementId), { replace: true });
      if (!isOut && changed.status === "published") toast.success("Announcement sent to your followers");
      else toast.success(isMissed ? "Announcement scheduled" : "Changes saved");
    },
  });
  return (
    <PageContainer title="Edit announcement" width="small">
      <Heading as="h1" size="4xl" marginBottom={{ base: "6", md: "8" }}>
        Edit announcement
      </Heading>
      <LeaveGuard text="What you changed will be lost.">
        <Form form={form} label="Announcement">
          <AnnouncementFields edited={announcement} />
        </Form>
      </LeaveGuard>
    </PageContainer>
  );
}

function Read({ id }: { readonly id: AnnouncementId }) {
  const { id: userId } = useSignedIn();
  const read = useRead(
    readAnnouncement,
    { params: { announcementId: id } },
    { errorMessage: MESSAGES.failedFetchAnnouncements, revalidateOnFocus: false },
  );
  return (
    <ReadResult read={read} fallback={<SkeletonPage count={3} isNarrow />}>
      {(announcement) =>
        announcement.artist.id === userId && announcement.status !== "taken_down" ? (
          <Editor announcement={announcement} />
        ) : (
          <NotFoundRedirect />
        )
      }
    </ReadResult>
  );
}

/** Changes one's own announcement, or the time of a scheduled one. */
export default function EditAnnouncement() {
  const { data: id } = AnnouncementId.safeParse(useParams().id);
  return id ? <Read id={id} /> : <NotFoundRedirect />;
}
