import * as z from "zod/mini";
import { type ArtworkDetail, ArtworkForm, NewArtwork } from "#shared/model/artwork.ts";
import { MediaId } from "#shared/model/ids.ts";
import type { ArtworkTermsInput } from "#shared/rules/artwork-terms.ts";
import { applicableFields } from "./applicable-terms.ts";

type Text<Field extends keyof ArtworkTermsInput> = NonNullable<ArtworkTermsInput[Field]> | "" | null;

/** The form as its fields hold it: a question that nobody answered is empty. */
export interface ArtworkFormValues {
  readonly artworkTitle: string;
  readonly artworkDescription: string;
  readonly artworkAvailability: ArtworkTermsInput["artworkAvailability"];
  readonly artworkType: Text<"artworkType">;
  readonly artworkLicense: Text<"artworkLicense">;
  readonly artworkUse: Text<"artworkUse">;
  readonly artworkPersonal?: number | null | undefined;
  readonly artworkCommercial?: number | null | undefined;
  readonly artworkVisibility: "visible" | "invisible";
  readonly mediaId: string;
  readonly [field: string]: unknown;
}

/** The terms as far as they are answered. */
export const termsIn = (values: ArtworkFormValues): ArtworkTermsInput => ({
  artworkAvailability: values.artworkAvailability,
  artworkType: values.artworkType || undefined,
  artworkLicense: values.artworkLicense || undefined,
  artworkUse: values.artworkUse || undefined,
  artworkPersonal: values.artworkPersonal ?? undefined,
  artworkCommercial: values.artworkCommercial ?? undefined,
});

/** What is sent: questions that aren't asked keep what was typed into them to themselves. */
function answersIn(values: ArtworkFormValues) {
  const terms = termsIn(values);
  const asked = new Map<string, boolean>(Object.entries(applicableFields(terms)));
  const answered = Object.entries(terms).filter(([field]) => asked.get(field) !== false);
  return {
    artworkTitle: values.artworkTitle,
    artworkDescription: values.artworkDescription,
    artworkVisibility: values.artworkVisibility,
    ...(values.mediaId ? { mediaId: values.mediaId } : {}),
    ...(Object.fromEntries(answered) as ArtworkTermsInput),
  };
}

const Answers = z.transform(answersIn);

/** A new artwork needs its picture, so the contract's schema asks for it. */
export const NewArtworkForm = z.pipe(
  Answers,
  NewArtwork as z.ZodMiniType<z.output<typeof NewArtwork>, ReturnType<typeof answersIn>>,
);

/** An artwork that has a picture keeps it unless another one is there. */
const Changed = z.intersection(ArtworkForm, z.object({ mediaId: z.optional(MediaId) }));
export const ChangedArtworkForm = z.pipe(
  Answers,
  Changed as z.ZodMiniType<z.output<typeof Changed>, ReturnType<typeof answersIn>>,
);

export const EMPTY_FORM: ArtworkFormValues = {
  artworkTitle: "",
  artworkDescription: "",
  artworkAvailability: "available",
  artworkType: "",
  artworkLicense: "",
  artworkUse: "",
  artworkPersonal: undefined,
  artworkCommercial: undefined,
  artworkVisibility: "visible",
  mediaId: "",
};

const answerOf = <T extends string>(value: T): Exclude<T, "unavailable"> | "" =>
  value === "unavailable" ? "" : (value as Exclude<T, "unavailable">);

/** The form as an artwork fills it in. */
export function formOf({ artwork, version }: Pick<ArtworkDetail, "artwork" | "version">): ArtworkFormValues {
  return {
    artworkTitle: version.artworkTitle,
    artworkDescription: version.artworkDescription,
    artworkAvailability: version.artworkAvailability,
    artworkType: answerOf(version.artworkType),
    artworkLicense: answerOf(version.artworkLicense),
    artworkUse: answerOf(version.artworkUse),
    artworkPersonal: version.artworkPersonal || undefined,
    artworkCommercial: version.artworkCommercial || undefined,
    artworkVisibility: artwork.artworkVisibility,
    mediaId: "",
  };
}
