import type { ArtworkForm } from "#shared/model/artwork.ts";
import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import type { ReadyMedia } from "../media/find-media.ts";
import { storedTerms } from "./cards.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { storedTexts } from "./stored-texts.ts";

type Picture = Pick<
  ArtworkItem,
  "mediaId" | "previewKey" | "placeholder" | "width" | "height" | "bytes" | "mime" | "sha256" | "look"
>;

/** A version's attributes of its picture; the previews are the watermarked ones where any licence costs money. */
export const pictureOf = (media: ReadyMedia, terms: ArtworkTerms): Picture => ({
  mediaId: media.mediaId,
  previewKey: sellsCommercially(terms) ? media.watermarkedKey : media.previewKey,
  placeholder: media.placeholder,
  width: media.width,
  height: media.height,
  bytes: media.bytes,
  mime: media.mime,
  sha256: media.sha256,
  look: media.look,
});

/** A version as stored, but for its id. */
export const draftVersion = (form: ArtworkForm, picture: Picture, number: number) => ({
  ...storedTexts(form),
  tags: form.artworkTags ?? [],
  medium: form.artworkMedium ?? ("" as const),
  ...storedTerms(form),
  ...picture,
  number,
});
