import { Button, chakra, Heading } from "@chakra-ui/react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import { ARTWORK_TEXT_FIELDS } from "#shared/model/artwork-texts.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { ArtworkEditor, useMediaField, useWatermarked } from "#web/features/artwork/artwork-editor.tsx";
import { EditedArtworkForm, toFormValues } from "#web/features/artwork/artwork-form-values.ts";
import { useInvalidateArtwork, withPictureErrors } from "#web/features/artwork/artwork-writes.ts";
import { DeleteArtwork } from "#web/features/artwork/delete-artwork.tsx";
import { useNearCopies } from "#web/features/artwork/near-copies.tsx";
import { useLicensedPicture } from "#web/features/licenses/licensed-previews.ts";
import { useUpload } from "#web/features/upload/use-upload.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonSplit } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";

/** The picture without its current watermark, under the chosen one; falls back to the public preview. */
function PresentPicture({ detail: { artwork, version, owner } }: { readonly detail: ArtworkDetail }) {
  const { artworkId } = artwork;
  const { picture, onError } = useLicensedPicture(sellsCommercially(version) ? { artworkId } : null, version);
  const isClean = !sellsCommercially(version) || picture.previews[0]?.webp !== version.previews[0]?.webp;
  const around = useWatermarked();
  const shown = (
    <Picture
      key={picture.previews.length}
      picture={{ ...picture, owner }}
      alt={getPictureAlt(version, owner)}
      sizes="(min-width: 1024px) 40rem, 90vw"
      firstFrom={0}
      onError={onError}
    />
  );
  return (
    <chakra.div
      width="full"
      borderRadius="l2"
      overflow="hidden"
      style={{ maxWidth: `min(100%, ${(60 * version.width) / version.height}svh)` }}
    >
      {isClean ? around(shown, version.width / version.height) : shown}
    </chakra.div>
  );
}

interface EditorProps {
  readonly detail: ArtworkDetail;
  /** Reloads the artwork. */
  readonly reread: () => Promise<ArtworkDetail | undefined>;
}

/** Edits the version that was loaded; a newer one replaces it only at the user's request. */
function Editor({ detail, reread }: EditorProps) {
  const [base, setBase] = useState(detail);
  const [hasConflict, setConflict] = useState(false);
  const navigate = useNavigate();
  const changed = useInvalidateArtwork();
  const upload = useUpload();
  const copies = useNearCopies(upload.state);
  const { artworkId } = base.artwork;
  const form = useContractForm({
    schema: EditedArtworkForm,
    defaultValues: toFormValues(base),
    onSubmit: async (values) => {
      const body = { ...values, expectedVersion: base.artwork.currentVersionId };
      try {
        await withPictureErrors(() =>
          send(
            updateArtwork,
            { params: { artworkId }, body },
            { keep: ARTWORK_TEXT_FIELDS, errorMessage: "The changes weren't saved", inPlace: ["artwork_moved"] },
          ),
        );
      } catch (error) {
        if (error instanceof ApiError && error.code === "artwork_moved") return setConflict(true);
        throw error;
      }
      void changed(artworkId);
      void navigate(`/artwork/${artworkId}`, { replace: true });
      toast.success("Changes saved");
    },
  });
  useMediaField(form.form, upload.state);

  /** Rebases the changed fields onto the newer version. */
  async function rebaseChanges() {
    const newer = await reread();
    if (!newer) return;
    setBase(newer);
    form.form.reset(toFormValues(newer), { keepDirtyValues: true });
    setConflict(false);
    toast.success("Reloaded. Your changes are still here");
  }

  const { version } = base;
  return (
    <LeaveGuard
      text={`What you changed${upload.state.step === "empty" ? "" : " and the picture you picked"} will be lost.`}
    >
      <ArtworkEditor
        form={form}
        label="Edit artwork"
        upload={upload}
        copies={copies}
        action="Save changes"
        present={{
          terms: version,
          picture: <PresentPicture detail={base} />,
          isFlagged: version.mature && !version.artworkMature,
        }}
      >
        {hasConflict && (
          <Notice kind="error">
            <chakra.p>
              This artwork was changed elsewhere since you opened it. Reload it to continue; what you typed stays.
            </chakra.p>
            <Button
              type="button"
              size="sm"
              variant="outline"
              colorPalette="neutral"
              marginTop="3"
              onClick={() => void rebaseChanges()}
            >
              Reload the artwork
            </Button>
          </Notice>
        )}
      </ArtworkEditor>
      <chakra.section
        aria-label="Delete artwork"
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="4"
        marginTop="12"
        paddingTop="6"
        borderTopWidth="1px"
        borderColor="border.muted"
      >
        <chakra.p color="fg.muted">Deleting takes it off the site for good.</chakra.p>
        <DeleteArtwork
          artworkId={artworkId}
          title={version.artworkTitle}
          onDeleted={() => void navigate("/my_artwork", { replace: true })}
          trigger={
            <Button variant="outline" colorPalette="red" whiteSpace="normal" overflowWrap="anywhere">
              {`Delete “${version.artworkTitle}”`}
            </Button>
          }
        />
      </chakra.section>
    </LeaveGuard>
  );
}

/** Changing an artwork; for its owner only. */
export default function EditArtwork() {
  const { id = "" } = useParams();
  const { id: userId } = useSignedIn();
  const read = useRead(readArtwork, { params: { artworkId: id as ArtworkId } }, { revalidateIfStale: true });
  return (
    <PageContainer title="Edit artwork" width="large">
      <chakra.div maxWidth="80rem" marginX="auto">
        <Heading as="h1" size="4xl" marginBottom={{ base: "6", md: "8" }}>
          Edit artwork
        </Heading>
        <ReadResult read={read} fallback={<SkeletonSplit />}>
          {(detail) =>
            detail.owner.id === userId ? (
              <Editor key={id} detail={detail} reread={() => read.mutate()} />
            ) : (
              <NotFoundRedirect />
            )
          }
        </ReadResult>
      </chakra.div>
    </PageContainer>
  );
}
