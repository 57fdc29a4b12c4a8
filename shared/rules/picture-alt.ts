import type { Person } from "../model/account.ts";
import { getDisplayName } from "./person-name.ts";

interface DescribedPicture {
  readonly artworkTitle: string;
  readonly artworkAlt?: string | undefined;
}

/** The `alt` of an artwork's picture: its artist's words, or else its title, with the artist's name if given. */
export const getPictureAlt = (
  { artworkTitle, artworkAlt }: DescribedPicture,
  artist?: Pick<Person, "name" | "fullName">,
): string => artworkAlt || (artist ? `${artworkTitle} by ${getDisplayName(artist)}` : artworkTitle);
