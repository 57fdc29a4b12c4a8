import type { Person } from "#shared/model/account.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

/** A page to share. */
export interface Shared {
  readonly title: string;
  /** Path of the page. */
  readonly path: string;
  /** For artwork pages, which can be embedded in other sites. */
  readonly picture?: {
    readonly artworkAlt: string;
    readonly previews: PictureFacts["previews"];
    /** A deleted account has no name, and its page is gone. */
    readonly artist: Pick<Person, "name" | "fullName">;
  };
}
