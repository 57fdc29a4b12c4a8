import type { ReactElement } from "react";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateArtwork } from "./artwork-writes.ts";

interface DeleteArtworkProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  readonly onDeleted: () => void;
  /** The button that opens the confirmation. */
  readonly trigger: ReactElement;
}

/** Deletes an artwork after its owner has confirmed. */
export function DeleteArtwork({ artworkId, title, onDeleted, trigger }: DeleteArtworkProps) {
  const changed = useInvalidateArtwork();

  async function remove() {
    await send(deleteArtwork, { params: { artworkId } }, { errorMessage: "The artwork couldn't be deleted" });
    await changed();
    toast.success("Artwork deleted");
    onDeleted();
  }

  return (
    <Confirm
      title={`Delete “${title}”?`}
      text="It is removed from the site and can't be restored. License holders keep the version they got."
      action="Delete artwork"
      onConfirm={remove}
      trigger={trigger}
    />
  );
}
