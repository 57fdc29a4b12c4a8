import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { ArtworkForm } from "#shared/model/artwork.ts";
import {
  type ArtworkTextField,
  CARD_TEXT_FIELDS,
  PAGE_TEXT_FIELDS,
  toArtworkTexts,
} from "#shared/model/artwork-texts.ts";
import { sellsCommercially } from "#shared/rules/artwork-terms.ts";
import type { ReadyMedia } from "../media/find-media.ts";

const pickTexts = <F extends ArtworkTextField>(form: ArtworkForm, fields: readonly F[]) => {
  const texts = toArtworkTexts(form);
  return Object.fromEntries(fields.map((field) => [field, texts[field]])) as Record<F, string>;
};

/** A version as stored, without its id; with the watermarked previews where any licence costs money. */
export const draftVersion = (form: ArtworkForm, media: ReadyMedia, number: number) => ({
  card: {
    ...pickTexts(form, CARD_TEXT_FIELDS),
    artworkAvailability: form.artworkAvailability,
    artworkType: form.artworkType,
    artworkLicense: form.artworkLicense,
    artworkUse: form.artworkUse,
    artworkPersonal: form.artworkPersonal,
    artworkCommercial: form.artworkCommercial,
    artworkSource: form.artworkSource ?? undefined,
    artworkMature: form.artworkMature ?? false,
    previewKey: sellsCommercially(form) ? media.watermarkedKey : media.previewKey,
    placeholder: media.placeholder,
    width: media.width,
    height: media.height,
  },
  ...pickTexts(form, PAGE_TEXT_FIELDS),
  artworkTags: [...(form.artworkTags ?? [])],
  artworkMedium: form.artworkMedium ?? undefined,
  mediaId: media.mediaId,
  bytes: media.bytes,
  mime: media.mime,
  sha256: media.sha256,
  look: media.look,
  number,
});

type DraftVersion = ReturnType<typeof draftVersion>;

/** The same as an update of the artwork, which removes attributes that the version lacks. */
export const replaceVersion = ({ card, artworkTags, artworkMedium, look, ...version }: DraftVersion) => ({
  ...version,
  card: { ...card, artworkSource: card.artworkSource ?? $remove() },
  artworkTags: $set(artworkTags),
  artworkMedium: artworkMedium ?? $remove(),
  look: look ? $set(look) : $remove(),
});
