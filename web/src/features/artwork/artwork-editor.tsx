import { chakra } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import type { Color } from "#shared/colors.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { ARTWORK_PROPERTY_FIELDS, artworkProperty } from "#shared/model/artwork-properties.ts";
import { ARTWORK_TEXT_FIELDS, artworkText, type ArtworkTextField as Name } from "#shared/model/artwork-texts.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { PictureDrop, type PictureDropProps } from "#web/features/upload/picture-drop.tsx";
import { isInProgress, type UploadState } from "#web/features/upload/upload-state.ts";
import type { Upload } from "#web/features/upload/use-upload.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useUnsaved } from "#web/ui/form/unsaved.ts";
import type { ContractForm } from "#web/ui/form/use-contract-form.ts";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { costsMoney } from "./applicable-terms.ts";
import { type ArtworkFormValues, toTerms } from "./artwork-form-values.ts";
import { CodedField } from "./coded-field.tsx";
import { CompareHint, NearCopies } from "./near-copies.tsx";
import { Proposable, ProposalsContext, ProposalsStatus } from "./proposable.tsx";
import { TagsField } from "./tags-field.tsx";
import { TermsFields } from "./terms-fields.tsx";
import { VISIBILITY_CHOICES, WATERMARK_CHOICES } from "./terms-labels.ts";
import { useFittingTags } from "./use-fitting-tags.ts";
import type { Proposals, ProposedField } from "./use-proposals.ts";
import { WatermarkSample } from "./watermark-sample.tsx";

const TAGS = "Tags";
const NO_COLORS: readonly Color[] = [];

interface ArtworkEditorProps<Input extends FieldValues, Output> {
  readonly form: ContractForm<Input, Output>;
  readonly label: string;
  readonly upload: Upload;
  /** Works of others that the picture resembles. */
  readonly copies: readonly ArtworkCard[];
  /** Values that the picture's file filled in. */
  readonly proposals?: Proposals;
  /** Called with further pictures picked together. */
  readonly onFurther?: (files: readonly File[]) => void;
  /** The current terms and picture of an edited artwork. */
  readonly present?: {
    readonly terms: ArtworkTerms;
    readonly picture: ReactNode;
    /** True if operators marked it as mature, which overrides its artist. */
    readonly isFlagged: boolean;
  };
  /** Replaces the submit button's label and disables it. */
  readonly waitsFor?: string | undefined;
  /** The submit button's label. */
  readonly action: string;
  /** Shown above the submit button, e.g. an edit conflict. */
  readonly children?: ReactNode;
}

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: { base: "7", lg: "12" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1.15fr) minmax(0, 1fr)" },
    alignItems: "start",
  },
});

/** Mirrors the uploaded picture's id into a form field for dirty state and validation, even while the form is hidden. */
export function useMediaField(
  { register, setValue, clearErrors }: Pick<UseFormReturn<ArtworkFormValues>, "register" | "setValue" | "clearErrors">,
  state: UploadState,
) {
  const mediaId = state.step === "ready" ? state.media.mediaId : "";
  useEffect(() => {
    register("mediaId");
    setValue("mediaId", mediaId, { shouldDirty: true });
    if (mediaId) clearErrors("mediaId");
  }, [mediaId, register, setValue, clearErrors]);
}

function PictureField(props: Pick<PictureDropProps, "upload" | "present" | "onFurther" | "note">) {
  const around = useWatermarked();
  const error = useFieldError("mediaId");
  const { state } = props.upload;
  return (
    <PictureDrop
      {...props}
      around={around}
      error={state.step === "empty" || state.step === "ready" ? error : undefined}
    />
  );
}

/** Draws the chosen watermark over a picture; free pictures have none. */
export function useWatermarked() {
  const values = useWatch() as ArtworkFormValues;
  const user = useSignedIn();
  if (!costsMoney(toTerms(values))) return (picture: ReactNode) => picture;
  return (picture: ReactNode, ratio: number) => (
    <WatermarkSample mark={values.artworkWatermark} artist={getDisplayName(user)} ratio={ratio}>
      {picture}
    </WatermarkSample>
  );
}

function WatermarkField() {
  const values = useWatch() as ArtworkFormValues;
  return (
    costsMoney(toTerms(values)) && <ChoiceField name="artworkWatermark" label="Watermark" options={WATERMARK_CHOICES} />
  );
}

const getProposedLabel = (name: ProposedField) =>
  name === "artworkTags" ? TAGS : name === "artworkSource" ? artworkProperty(name).label : artworkText(name).label;

function FittingTagsField({ colors = NO_COLORS }: { readonly colors: readonly Color[] | undefined }) {
  return <TagsField name="artworkTags" label={TAGS} fitting={useFittingTags(colors)} />;
}

/** Credits aren't a field: they stay in the file and its copies. */
function CreditNote({ credit }: { readonly credit: string }) {
  return (
    <chakra.p marginTop="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      Credit in the file: “{credit}”. Previews and sold copies keep it.
    </chakra.p>
  );
}

function ArtworkTextField({ name }: { readonly name: Name }) {
  const { label, max, required, multiline, long, placeholder, hint } = artworkText(name);
  const Field = multiline || long ? TextAreaField : TextField;
  return (
    <Proposable name={name} label={label}>
      <Field
        name={name}
        label={label}
        max={max}
        optional={!required}
        autoComplete="off"
        {...(placeholder ? { placeholder } : {})}
        hint={hint}
      />
    </Proposable>
  );
}

/** The submit button's label until the picture is ready; undefined afterwards. */
function getPendingLabel(state: UploadState): string | undefined {
  if (isInProgress(state)) return "Waiting for the picture…";
  if (state.step === "refused") return "Choose another picture first";
  if (state.step !== "failed") return undefined;
  return state.canRetry ? "Upload the picture again first" : "Choose another picture first";
}

/** An artwork's picture and fields; the picture may be uploading meanwhile. */
export function ArtworkEditor<Input extends FieldValues, Output>({
  form,
  label,
  upload,
  copies,
  proposals,
  onFurther,
  present,
  waitsFor,
  action,
  children,
}: ArtworkEditorProps<Input, Output>) {
  const { isSubmitting } = form.form.formState;
  const comparison = useRef<HTMLElement>(null);
  const hint = copies.length > 0 && <CompareHint onCompare={() => comparison.current?.focus()} />;
  const missing = waitsFor ?? getPendingLabel(upload.state);
  useUnsaved(upload.state.step !== "empty" && !isSubmitting);
  return (
    <Form form={form} label={label}>
      <ProposalsContext value={proposals ?? null}>
        <ProposalsStatus getLabel={getProposedLabel} />
        <Columns>
          <chakra.div position={{ lg: "sticky" }} top="24" minWidth="0">
            <SectionBoundary>
              <PictureField upload={upload} present={present?.picture} onFurther={onFurther} note={hint} />
            </SectionBoundary>
            {proposals?.credit && upload.state.step === "ready" && <CreditNote credit={proposals.credit} />}
            <div aria-live="polite">
              {upload.state.step === "ready" && (
                <SectionBoundary>
                  <NearCopies works={copies} ownUrl={upload.state.picked.url} panel={comparison} />
                </SectionBoundary>
              )}
            </div>
          </chakra.div>
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
            {ARTWORK_TEXT_FIELDS.map((name) => (
              <ArtworkTextField key={name} name={name} />
            ))}
            <SectionBoundary>
              <Proposable name="artworkTags" label={TAGS}>
                <FittingTagsField colors={upload.state.step === "ready" ? upload.state.media.colors : undefined} />
              </Proposable>
            </SectionBoundary>
            {ARTWORK_PROPERTY_FIELDS.map((name) => (
              <Proposable key={name} name={name} label={artworkProperty(name).label}>
                <CodedField name={name} label={artworkProperty(name).label} labels={artworkProperty(name).values} />
              </Proposable>
            ))}
            <CheckField
              name="artworkMature"
              label="Mature content"
              text={
                present?.isFlagged
                  ? "Our moderators marked this artwork as mature, so its picture stays hidden until a visitor asks to see it."
                  : "Nudity, violence or anything else that some people prefer not to see. The picture stays hidden until a visitor asks to see it."
              }
            />
            <SectionBoundary>
              <TermsFields present={present?.terms} />
            </SectionBoundary>
            <WatermarkField />
            <ChoiceField name="artworkVisibility" label="Visibility" options={VISIBILITY_CHOICES} />
            {children}
            {hint}
            <SubmitButton disabled={missing !== undefined}>{missing ?? action}</SubmitButton>
          </chakra.div>
        </Columns>
      </ProposalsContext>
    </Form>
  );
}
