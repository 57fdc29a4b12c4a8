import { useEffect, useRef } from "react";
import { createArtwork } from "#shared/contract/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import type { UploadState } from "#web/features/upload/upload-state.ts";
import { useUpload } from "#web/features/upload/use-upload.ts";
import { useUnsaved } from "#web/ui/form/unsaved.ts";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { type ArtworkDraft, useArtworkDraft } from "./artwork-draft.ts";
import { ArtworkEditor } from "./artwork-editor.tsx";
import { type ArtworkFormValues, EMPTY_FORM, NewArtworkForm } from "./artwork-form-values.ts";
import { useInvalidateArtwork, withPictureErrors } from "./artwork-writes.ts";

/** Fields that works of a series often have in common. */
export const SHARED_FIELDS = [
  "artworkTags",
  "artworkMedium",
  "artworkAvailability",
  "artworkType",
  "artworkLicense",
  "artworkUse",
  "artworkPersonal",
  "artworkCommercial",
  "artworkWatermark",
  "artworkVisibility",
] as const satisfies readonly (keyof ArtworkFormValues)[];

export type SharedValues = Pick<ArtworkFormValues, (typeof SHARED_FIELDS)[number]>;

/** How the queue gets at one of its forms. */
export interface NewArtworkHandle {
  readonly draft: ArtworkDraft;
  /** Resolves to true once the artwork is published; otherwise its form shows why it isn't. */
  publish(): Promise<boolean>;
  shared(): SharedValues;
  share(values: SharedValues): void;
}

interface NewArtworkProps {
  /** Uploaded once `isUploading` allows it. */
  readonly file?: File | undefined;
  readonly isUploading: boolean;
  readonly isCurrent: boolean;
  readonly isLeftOut: boolean;
  readonly draftName: string;
  /** Fills the form with its draft at the start. */
  readonly restores: boolean;
  readonly onFurther: (files: readonly File[]) => void;
  readonly onUpload: (state: UploadState) => void;
  readonly onPublished: (artworkId: ArtworkId, isVisible: boolean) => void;
  /** Called after every render, and with null when the component unmounts. */
  readonly register: (handle: NewArtworkHandle | null) => void;
}

/** An artwork that isn't published yet. Its picture may still be uploading, and its form may be hidden. */
export function NewArtwork(props: NewArtworkProps) {
  const { file, isUploading, isCurrent, isLeftOut, draftName, restores, onFurther, onUpload, onPublished, register } =
    props;
  const changed = useInvalidateArtwork();
  const upload = useUpload();
  const isPublished = useRef(false);
  const form = useContractForm({
    schema: NewArtworkForm,
    defaultValues: EMPTY_FORM,
    onSubmit: async (body) => {
      const { artworkId } = await withPictureErrors(() =>
        send(createArtwork, { body }, { otherwise: "The artwork wasn't published" }),
      );
      isPublished.current = true;
      draft.discard();
      void changed();
      onPublished(artworkId, body.artworkVisibility === "visible");
    },
  });
  const draft = useArtworkDraft(form.form, draftName);
  const { state } = upload;
  const { setValue, getValues } = form.form;
  useUnsaved(!isCurrent && !isLeftOut && !isPublished.current);

  const latest = useRef({ pick: upload.pick, restore: draft.restore, onUpload, register });
  latest.current = { pick: upload.pick, restore: draft.restore, onUpload, register };
  useEffect(() => {
    if (file && isUploading) latest.current.pick(file);
  }, [file, isUploading]);
  useEffect(() => {
    if (restores) latest.current.restore();
  }, [restores]);
  useEffect(() => latest.current.onUpload(state), [state]);
  const mediaId = state.step === "ready" ? state.media.mediaId : "";
  useEffect(() => setValue("mediaId", mediaId, { shouldDirty: true }), [mediaId, setValue]);

  useEffect(() => {
    register({
      draft,
      async publish() {
        await form.submit();
        return isPublished.current;
      },
      shared: () => getValues(),
      share(values) {
        for (const field of SHARED_FIELDS) setValue(field, values[field], { shouldDirty: true, shouldTouch: true });
      },
    });
  });
  useEffect(() => () => latest.current.register(null), []);

  if (!isCurrent) return null;
  return <ArtworkEditor of={form} label="Add artwork" upload={upload} onFurther={onFurther} action="Publish" />;
}
