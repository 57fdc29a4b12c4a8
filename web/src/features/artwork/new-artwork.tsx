import { useEffect, useRef } from "react";
import { createArtwork } from "#shared/contract/artwork.ts";
import { ARTWORK_PROPERTY_FIELDS } from "#shared/model/artwork-properties.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { useUpload } from "#web/features/upload/use-upload.ts";
import { useUnsaved } from "#web/ui/form/unsaved.ts";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { type ArtworkDraft, useArtworkDraft } from "./artwork-draft.ts";
import { ArtworkEditor, useMediaField } from "./artwork-editor.tsx";
import { type ArtworkFormValues, EMPTY_FORM, NewArtworkForm } from "./artwork-form-values.ts";
import { useInvalidateArtwork, withPictureErrors } from "./artwork-writes.ts";
import { useNearCopies } from "./near-copies.tsx";
import type { QueuedPicture } from "./picture-queue.tsx";
import { useProposals } from "./use-proposals.ts";

/** Fields that works of a series often share. */
export const SHARED_FIELDS = [
  "artworkTags",
  ...ARTWORK_PROPERTY_FIELDS,
  "artworkMature",
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

/** `incomplete`: the form shows the missing fields. `failed`: the API call failed. */
type Outcome = "published" | "incomplete" | "failed";

/** The queue's handle of one form. */
export interface NewArtworkHandle {
  readonly draft: ArtworkDraft;
  publish(): Promise<Outcome>;
  /** Focuses the first field with an error. */
  focusError(): void;
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
  /** Initially fills the form with its draft. */
  readonly restores: boolean;
  readonly onFurther: (files: readonly File[]) => void;
  /** Replaces the submit button's label and disables it, while all are published. */
  readonly waitsFor?: string | undefined;
  readonly onChange: (changed: Pick<QueuedPicture, "upload" | "title" | "hasCopies">) => void;
  readonly onPublished: (artworkId: ArtworkId, isVisible: boolean) => void;
  /** Called after every render, and with null on unmount. */
  readonly register: (handle: NewArtworkHandle | null) => void;
}

/** The form of a new artwork. Its picture may be uploading, and the form may be hidden. */
export function NewArtwork(props: NewArtworkProps) {
  const {
    file,
    isUploading,
    isCurrent,
    isLeftOut,
    draftName,
    restores,
    waitsFor,
    onFurther,
    onChange,
    onPublished,
    register,
  } = props;
  const changed = useInvalidateArtwork();
  const upload = useUpload();
  const outcome = useRef<Outcome>("incomplete");
  const form = useContractForm({
    schema: NewArtworkForm,
    defaultValues: EMPTY_FORM,
    onSubmit: async (body) => {
      outcome.current = "failed";
      const { artworkId } = await withPictureErrors(() =>
        send(createArtwork, { body }, { errorMessage: "The artwork wasn't published" }),
      );
      outcome.current = "published";
      draft.remove();
      void changed();
      onPublished(artworkId, body.artworkVisibility === "visible");
    },
  });
  useMediaField(form.form, upload.state);
  const { state } = upload;
  const proposals = useProposals(form.form, state, isCurrent);
  const draft = useArtworkDraft(form.form, draftName, proposals);
  const copies = useNearCopies(state);
  const hasCopies = copies.length > 0;
  const { setValue, getValues, setFocus, watch } = form.form;
  const title = watch("artworkTitle");
  useUnsaved(!isCurrent && !isLeftOut && outcome.current !== "published");

  const given = { pick: upload.pick, restore: draft.restore, onChange, register };
  const latest = useRef(given);
  latest.current = given;
  const isStarted = useRef(false);
  useEffect(() => {
    isStarted.current ||= state.step !== "empty";
    if (!file || !isUploading || isStarted.current) return;
    isStarted.current = true;
    latest.current.pick(file);
  }, [file, isUploading, state]);
  useEffect(() => {
    if (restores) latest.current.restore();
  }, [restores]);
  useEffect(() => latest.current.onChange({ upload: state, title, hasCopies }), [state, title, hasCopies]);
  const [firstError] = Object.keys(form.form.formState.errors);
  useEffect(() => {
    register({
      draft,
      async publish() {
        outcome.current = "incomplete";
        await form.submit();
        return outcome.current;
      },
      focusError() {
        if (firstError) setFocus(firstError as "artworkTitle");
      },
      shared: () => getValues(),
      share(values) {
        for (const field of SHARED_FIELDS) setValue(field, values[field], { shouldDirty: true, shouldTouch: true });
        draft.keep();
      },
    });
  });
  useEffect(() => () => latest.current.register(null), []);

  if (!isCurrent) return null;
  return (
    <ArtworkEditor
      form={form}
      label="Add artwork"
      upload={upload}
      copies={copies}
      proposals={proposals}
      onFurther={onFurther}
      waitsFor={waitsFor}
      action="Publish"
    />
  );
}
