import { Button, chakra, Heading } from "@chakra-ui/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { createAnnouncement } from "#shared/contract/follows.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import {
  AnnouncementFields,
  createWritingForm,
  suggestTime,
  toBody,
  type Writing,
  withTimeErrors,
} from "#web/features/announcements/announcement-form.tsx";
import { announcementPath } from "#web/features/announcements/announcement-path.ts";
import { useAnnouncementDraft } from "#web/features/announcements/use-announcement-draft.ts";
import { useInvalidateAnnouncements } from "#web/features/announcements/use-announcements.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { toast } from "#web/ui/toaster.tsx";

const createEmpty = (): Writing => ({
  announcementTitle: "",
  announcementText: "",
  artworkIds: null,
  discountId: "",
  when: "now",
  publishAt: suggestTime(),
});

const WritingForm = createWritingForm();

/** Writes an announcement; what was typed is kept in this browser until it is sent. */
export default function AddAnnouncement() {
  const navigate = useNavigate();
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidateAnnouncements();
  const [empty] = useState(createEmpty);
  const form = useContractForm({
    schema: WritingForm,
    defaultValues: empty,
    onSubmit: async (values) => {
      const body = toBody(values);
      const written = await withTimeErrors(() =>
        withIdempotencyKey("announcement", body, (idempotencyKey) =>
          send(
            createAnnouncement,
            { body },
            {
              errorMessage: "The announcement wasn't sent",
              inPlace: ["too_many_announcements", "invalid_request"],
              idempotencyKey,
            },
          ),
        ),
      );
      draft.remove();
      void navigate(announcementPath(written.announcementId), { replace: true });
      toast.success(written.status === "scheduled" ? "Announcement scheduled" : "Announcement sent to your followers");
      await invalidate(written);
    },
  });
  const draft = useAnnouncementDraft(form.form, userId, empty);
  return (
    <PageContainer title="Write to your followers" width="small">
      <chakra.header marginBottom={{ base: "6", md: "8" }} display="grid" gap="2">
        <Heading as="h1" size="4xl">
          Write to your followers
        </Heading>
        <chakra.p color="fg.muted" textWrap="pretty">
          Announce a series, a sale or an exhibition. Followers get a notification, and an email if they asked for one.
        </chakra.p>
      </chakra.header>
      {draft.isRestored && (
        <chakra.div marginBottom="6">
          <Notice>
            <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
              This is what you started earlier.
              <Button size="sm" variant="outline" colorPalette="neutral" onClick={draft.discard}>
                Start over
              </Button>
            </chakra.span>
          </Notice>
        </chakra.div>
      )}
      <Form form={form} label="Announcement">
        <AnnouncementFields edited={null} />
      </Form>
    </PageContainer>
  );
}
