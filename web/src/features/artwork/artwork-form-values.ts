import * as z from "zod/mini";
import { type ArtworkDetail, ArtworkForm, NewArtwork } from "#shared/model/artwork.ts";
import { type ArtworkProperties, toArtworkProperties } from "#shared/model/artwork-properties.ts";
import { type ArtworkTexts, toArtworkTexts } from "#shared/model/artwork-texts.ts";
import { MediaId } from "#shared/model/ids.ts";
import type { ArtworkTermsInput } from "#shared/rules/artwork-terms.ts";
import { STANDARD_WATERMARK, type Watermark } from "#shared/rules/watermarks.ts";
import { applicableFields } from "./applicable-terms.ts";

type Text<Field extends keyof ArtworkTermsInput> = NonNullable<ArtworkTermsInput[Field]> | "" | null;

/** The values of the form's fields; an unanswered one is empty. */
export interface ArtworkFormValues extends ArtworkTexts, ArtworkProperties<""> {
  readonly artworkTags: readonly string[];
  readonly artworkMature: boolean;
  readonly artworkAvailability: ArtworkTermsInput["artworkAvailability"];
  readonly artworkType: Text<"artworkType">;
  readonly artworkLicense: Text<"artworkLicense">;
  readonly artworkUse: Text<"artworkUse">;
  readonly artworkPersonal?: number | null | undefined;
  readonly artworkCommercial?: number | null | undefined;
  readonly artworkVisibility: "visible" | "invisible";
  readonly artworkWatermark: Watermark;
  readonly mediaId: string;
}

/** The terms so far; omitting one is a type error. */
export const toTerms = (values: ArtworkFormValues) =>
  ({
    artworkAvailability: values.artworkAvailability,
    artworkType: values.artworkType || undefined,
    artworkLicense: values.artworkLicense || undefined,
    artworkUse: values.artworkUse || undefined,
    artworkPersonal: values.artworkPersonal ?? undefined,
    artworkCommercial: values.artworkCommercial ?? undefined,
  }) satisfies Record<keyof ArtworkTermsInput, unknown> & ArtworkTermsInput;

/** The request body, without terms that don't apply. */
function toBody(values: ArtworkFormValues) {
  const terms = toTerms(values);
  const applicable = new Map<string, boolean>(Object.entries(applicableFields(terms)));
  const applying = Object.entries(terms).filter(([field]) => applicable.get(field) !== false);
  return {
    ...toArtworkTexts(values),
    artworkTags: [...values.artworkTags],
    ...toArtworkProperties(values, undefined),
    artworkMature: values.artworkMature,
    artworkVisibility: values.artworkVisibility,
    artworkWatermark: values.artworkWatermark,
    ...(values.mediaId ? { mediaId: values.mediaId } : {}),
    ...(Object.fromEntries(applying) as ArtworkTermsInput),
  };
}

const ToBody = z.transform(toBody);

/** A new artwork requires a picture. */
export const NewArtworkForm = z.pipe(
  ToBody,
  NewArtwork as z.ZodMiniType<z.output<typeof NewArtwork>, ReturnType<typeof toBody>>,
);

/** An edited artwork keeps its picture unless a new one is uploaded. */
const EditedArtwork = z.intersection(ArtworkForm, z.object({ mediaId: z.optional(MediaId) }));
export const EditedArtworkForm = z.pipe(
  ToBody,
  EditedArtwork as z.ZodMiniType<z.output<typeof EditedArtwork>, ReturnType<typeof toBody>>,
);

export const EMPTY_FORM: ArtworkFormValues = {
  ...toArtworkTexts({}),
  artworkTags: [],
  ...toArtworkProperties({}, ""),
  artworkMature: false,
  artworkAvailability: "available",
  artworkType: "",
  artworkLicense: "",
  artworkUse: "",
  artworkPersonal: undefined,
  artworkCommercial: undefined,
  artworkVisibility: "visible",
  artworkWatermark: STANDARD_WATERMARK,
  mediaId: "",
};

const toFieldValue = <T extends string>(value: T): Exclude<T, "unavailable"> | "" =>
  value === "unavailable" ? "" : (value as Exclude<T, "unavailable">);

/** The form's values for an existing artwork. */
export function toFormValues({ artwork, version }: Pick<ArtworkDetail, "artwork" | "version">): ArtworkFormValues {
  return {
    ...toArtworkTexts(version),
    artworkTags: version.artworkTags,
    ...toArtworkProperties(version, ""),
    artworkMature: version.artworkMature,
    artworkAvailability: version.artworkAvailability,
    artworkType: toFieldValue(version.artworkType),
    artworkLicense: toFieldValue(version.artworkLicense),
    artworkUse: toFieldValue(version.artworkUse),
    artworkPersonal: version.artworkPersonal || undefined,
    artworkCommercial: version.artworkCommercial || undefined,
    artworkVisibility: artwork.artworkVisibility,
    artworkWatermark: artwork.artworkWatermark,
    mediaId: "",
  };
}
