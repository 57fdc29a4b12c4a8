import type { Person } from "../model/account.ts";
import { getDisplayName } from "./person-name.ts";

interface DescribedPicture {
  readonly artworkTitle: string;
  readonly artworkAlt?: string | undefined;
  readonly owner?: Pick<Person, "name" | "fullName">;
}

/** The `alt` of an artwork's picture: what its artist says it shows, or else its title and artist. */
export const getPictureAlt = ({ artworkTitle, artworkAlt, owner }: DescribedPicture): string =>
  artworkAlt || (owner ? `${artworkTitle} by ${getDisplayName(owner)}` : artworkTitle);
