import { Button, chakra, Heading } from "@chakra-ui/react";
import { useNavigate } from "react-router-dom";
import { createArtwork } from "#shared/contract/artwork.ts";
import { send } from "#web/api/send.ts";
import { useArtworkDraft } from "#web/features/artwork/artwork-draft.ts";
import { ArtworkEditor } from "#web/features/artwork/artwork-editor.tsx";
import { EMPTY_FORM, NewArtworkForm } from "#web/features/artwork/artwork-form-values.ts";
import { useInvalidateArtwork, withPictureErrors } from "#web/features/artwork/artwork-writes.ts";
import { useUpload } from "#web/features/upload/use-upload.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { toast } from "#web/ui/toaster.tsx";

/** Publishing a picture: it may still be uploading while the rest is filled in. */
export default function AddArtwork() {
  const navigate = useNavigate();
  const changed = useInvalidateArtwork();
  const upload = useUpload();
  const form = useContractForm({
    schema: NewArtworkForm,
    defaultValues: EMPTY_FORM,
    onSubmit: async (body) => {
      const { artworkId } = await withPictureErrors(() =>
        send(createArtwork, { body }, { otherwise: "The artwork wasn't published" }),
      );
      draft.discard();
      void changed();
      void navigate(`/artwork/${artworkId}`, { replace: true });
      toast.success(body.artworkVisibility === "visible" ? "Artwork published" : "Artwork saved, only you can see it");
    },
  });
  const draft = useArtworkDraft(form.form);
  return (
    <PageContainer title="Add artwork" width="large">
      <chakra.div maxWidth="80rem" marginX="auto">
        <Heading as="h1" size="4xl" marginBottom={{ base: "6", md: "8" }}>
          Add artwork
        </Heading>
        {draft.isOffered && (
          <chakra.div marginBottom="6">
            <Notice>
              <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
                You began an artwork here that isn't published yet. The picture has to be chosen again.
                <Button size="sm" onClick={draft.restore}>
                  Bring it back
                </Button>
                <Button size="sm" variant="outline" colorPalette="neutral" onClick={draft.discard}>
                  Discard
                </Button>
              </chakra.span>
            </Notice>
          </chakra.div>
        )}
        <LeaveGuard text="The picture you picked would be lost. What you typed is kept in this browser.">
          <ArtworkEditor of={form} label="Add artwork" upload={upload} action="Publish" />
        </LeaveGuard>
      </chakra.div>
    </PageContainer>
  );
}
