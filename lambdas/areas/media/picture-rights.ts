import type { Credits } from "../../platform/picture-files/credit-text.ts";
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

/** Rights as files of a picture state them: in the upload's own words, and by the account only where no program said anything. */
export function toRights({ artist, made, siteOrigin, page }: PictureSource, credits: Credits): PictureRights {
  const creator = credits.artist || artist;
  return {
    creator,
    copyright: credits.copyright || `© ${made.getUTCFullYear()} ${creator}`,
    credit: artist,
    creditLine: credits.creditLine,
    statement: `${siteOrigin}/license_information`,
    page: siteOrigin + page,
  };
}
