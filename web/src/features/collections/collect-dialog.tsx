import { chakra, Dialog } from "@chakra-ui/react";
import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import {
  addToCollection,
  createCollection,
  listCollections,
  listSharedCollections,
  removeFromCollection,
} from "#shared/contract/collections.ts";
import { LIMITS, PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type CollectionCard, CollectionForm } from "#shared/model/collection.ts";
import type { ArtworkId, CollectionId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { countLabel } from "#web/ui/labels.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { useInvalidateCollections } from "./use-invalidate-collections.ts";

const Row = chakra("button", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    alignItems: "center",
    gap: "3",
    width: "full",
    minHeight: "14",
    paddingX: "4",
    borderRadius: "l2",
    textAlign: "start",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { background: "bg.subtle" },
    "&[aria-pressed=true]": { color: "accent.fg" },
  },
});

const TitleForm = z.pick(CollectionForm, { collectionTitle: true });

interface NewCollectionProps {
  readonly artworkId: ArtworkId;
  readonly onMade: (title: string) => Promise<unknown>;
}

/** Creates a collection with the artwork. */
function NewCollection({ artworkId, onMade }: NewCollectionProps) {
  const form = useContractForm({
    schema: TitleForm,
    defaultValues: { collectionTitle: "" },
    onSubmit: async ({ collectionTitle }) => {
      const body = { collectionTitle, artworkId };
      await withIdempotencyKey("collection", body, (idempotencyKey) =>
        send(createCollection, { body }, { idempotencyKey, errorMessage: "The collection wasn't created" }),
      );
      form.form.reset();
      await onMade(collectionTitle);
    },
  });
  return (
    <Form form={form} label="Create a collection">
      <TextField name="collectionTitle" label="New collection" max={LIMITS.collectionTitle.max} />
      <SubmitButton>
        <Plus aria-hidden />
        Create and add
      </SubmitButton>
    </Form>
  );
}

interface CollectDialogProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  readonly onClose: () => void;
}

/** The user's collections, and those shared with them, as toggles that add or remove the artwork. */
export default function CollectDialog({ artworkId, title, onClose }: CollectDialogProps) {
  const { id: userId, name: username } = useSignedIn();
  const changed = useInvalidateCollections();
  /** Takes the initial focus, because a focused text field would open a phone's keyboard over the list. */
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState("");
  const [pressed, setPressed] = useState<Readonly<Record<CollectionId, boolean>>>({});
  const pages = useReadPages(
    listCollections,
    { params: { username }, query: { artworkId, limit: PAGE.max } },
    { errorMessage: MESSAGES.failedFetchCollections },
  );

  const shared = useReadPages(
    listSharedCollections,
    { params: { userId }, query: { artworkId, limit: PAGE.max } },
    { errorMessage: MESSAGES.failedFetchCollections },
  );
  const cards = [...pages.items, ...shared.items];

  const holds = ({ collectionId, contains }: CollectionCard) => pressed[collectionId] ?? contains ?? false;

  async function toggle(card: CollectionCard) {
    const { collectionId, collectionTitle } = card;
    const on = !holds(card);
    const set = (value: boolean) => setPressed((before) => ({ ...before, [collectionId]: value }));
    set(on);
    try {
      const params = { collectionId, artworkId };
      const errorMessage = on ? "The artwork wasn't added" : "The artwork wasn't removed";
      await (on
        ? send(addToCollection, { params, body: {} }, { errorMessage })
        : send(removeFromCollection, { params }, { errorMessage }));
      setSaid(on ? `Added to ${collectionTitle}` : `Removed from ${collectionTitle}`);
      await changed(collectionId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set(!on);
    }
  }

  return (
    <ModalDialog initialFocusEl={() => heading.current} onClose={onClose}>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        Save “{title}” to a collection
      </Dialog.Title>
      <chakra.p role="status" textStyle="sm" color="fg.muted" minHeight="5" margin="0">
        {said}
      </chakra.p>
      {pages.isLoading && <SkeletonBlocks count={3} height="14" />}
      {cards.length > 0 && (
        <chakra.ul listStyle="none" maxHeight="18rem" overflowY="auto" marginX="-4">
          {cards.map((card) => (
            <li key={card.collectionId}>
              <Row type="button" aria-pressed={holds(card)} onClick={() => void toggle(card)}>
                <span>
                  <chakra.span display="block" fontWeight="semibold" overflowWrap="anywhere">
                    {card.collectionTitle}
                  </chakra.span>
                  <chakra.span textStyle="sm" color="fg.muted">
                    {countLabel(card.count, "artwork")}
                    {card.owner.id !== userId && ` · by ${getDisplayName(card.owner)}`}
                  </chakra.span>
                </span>
                <chakra.span display="flex" gap="2" color="inherit">
                  {card.collectionVisibility === "private" && <Lock size={16} aria-label="private" />}
                  {holds(card) ? <Check size={20} aria-hidden /> : <Plus size={20} aria-hidden />}
                </chakra.span>
              </Row>
            </li>
          ))}
        </chakra.ul>
      )}
      <ShowMore pages={pages} noun="collections" />
      <ShowMore pages={shared} noun="shared collections" />
      <NewCollection
        artworkId={artworkId}
        onMade={(made) => {
          setSaid(`Added to ${made}`);
          return changed();
        }}
      />
      <DialogButtons away="Done" />
    </ModalDialog>
  );
}
