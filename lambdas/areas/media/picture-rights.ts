import type { Credits } from "../../platform/picture-files/credits.ts";
import type { PictureRights } from "../../platform/picture-files/xmp.ts";

export interface PictureSource {
  /** Name that the artist goes by on the site. */
  readonly artist: string;
  /** Date of the copyright notice. */
  readonly made: Date;
  readonly siteOrigin: string;
  /** Path of the page to license the picture from. */
  readonly page: string;
}

/** Rights as files of a picture state them: in the artist's own words where the original has some. */
export const rightsOf = ({ artist, made, siteOrigin, page }: PictureSource, credits: Credits): PictureRights => ({
  creator: credits.artist || artist,
  copyright: credits.copyright || `© ${made.getUTCFullYear()} ${artist}`,
  credit: artist,
  statement: `${siteOrigin}/license_information`,
  page: siteOrigin + page,
});
