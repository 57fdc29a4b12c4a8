import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { ArtworkForm } from "#shared/model/artwork.ts";
import { CARD_PROPERTY_FIELDS, PAGE_PROPERTY_FIELDS, toArtworkProperties } from "#shared/model/artwork-properties.ts";
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
    ...toArtworkProperties(form, undefined, CARD_PROPERTY_FIELDS),
    artworkMature: form.artworkMature ?? false,
    previewKey: sellsCommercially(form) ? media.watermarkedKey : media.previewKey,
    placeholder: media.placeholder,
    width: media.width,
    height: media.height,
  },
  ...pickTexts(form, PAGE_TEXT_FIELDS),
  artworkTags: [...(form.artworkTags ?? [])],
  ...toArtworkProperties(form, undefined, PAGE_PROPERTY_FIELDS),
  mediaId: media.mediaId,
  bytes: media.bytes,
  mime: media.mime,
  sha256: media.sha256,
  look: media.look,
  number,
});

type DraftVersion = ReturnType<typeof draftVersion>;

/** The draft as an update of the artwork: also removes attributes that the new version doesn't have. */
export const replaceVersion = ({ card, artworkTags, look, ...version }: DraftVersion) => ({
  ...version,
  ...toArtworkProperties(version, $remove(), PAGE_PROPERTY_FIELDS),
  card: { ...card, ...toArtworkProperties(card, $remove(), CARD_PROPERTY_FIELDS) },
  artworkTags: $set(artworkTags),
  look: look ? $set(look) : $remove(),
});
