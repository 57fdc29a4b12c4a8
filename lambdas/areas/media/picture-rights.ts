import type { Credits } from "../../platform/picture-files/credit-text.ts";
import type { PictureRights } from "../../platform/picture-files/xmp.ts";

export interface PictureSource {
  /** The artist's name on the site. */
  readonly artist: string;
  /** Date for the copyright notice. */
  readonly made: Date;
  readonly siteOrigin: string;
  /** Path of the page to license the picture from. */
  readonly page: string;
}

/** Rights for a picture's metadata: the upload's own credits if it has any, otherwise the account's. */
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
