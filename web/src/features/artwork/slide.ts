import type { Person } from "#shared/model/account.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

/** A picture in the full-screen viewer and its artwork. */
export interface Slide {
  readonly artworkId: ArtworkId;
  readonly artworkTitle: string;
  /** Missing in lists that were stored before it existed. */
  readonly artworkAlt?: string | undefined;
  /** A deleted account has no name. */
  readonly owner: Pick<Person, "name" | "fullName">;
  readonly previews: PictureFacts["previews"];
  readonly placeholder: string;
  readonly width: number;
  readonly height: number;
  readonly mature: boolean;
}

export const slideLabel = ({ artworkTitle, owner }: Slide): string => `${artworkTitle} by ${getDisplayName(owner)}`;
