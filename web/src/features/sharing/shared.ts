import type { Person } from "#shared/model/account.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

/** A page to pass on. */
export interface Shared {
  readonly title: string;
  /** Of the page on this site. */
  readonly path: string;
  /** An artwork's page can also be shown in another site. */
  readonly picture?: {
    readonly previews: PictureFacts["previews"];
    /** A deleted account has no name, and its page is gone. */
    readonly artist: Pick<Person, "name" | "fullName">;
  };
}
