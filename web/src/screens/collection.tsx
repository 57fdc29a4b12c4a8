import { Button, chakra, Heading } from "@chakra-ui/react";
import ListOrdered from "lucide-react/icons/list-ordered";
import Lock from "lucide-react/icons/lock";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import Users from "lucide-react/icons/users";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { readCollection, removeMember } from "#shared/contract/collections.ts";
import type { Collection } from "#shared/model/collection.ts";
import { CollectionId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { collectionPath } from "#web/features/collections/collection-path.ts";
import { useInvalidateCollections } from "#web/features/collections/use-invalidate-collections.ts";
import { ShareButton } from "#web/features/sharing/share-button.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn, useUser } from "#web/session/use-session.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

/** Loaded for the owner only. */
const EditDialog = lazyPart(() => import("#web/features/collections/edit-dialog.tsx"));
const MembersDialog = lazyPart(() => import("#web/features/collections/members-dialog.tsx"));
/** Loaded for owner and members only. */
const CollectionComments = lazyPart(() => import("#web/features/collections/collection-comments.tsx"));
const LicenseDialog = lazyPart(() => import("#web/features/collections/license-dialog.tsx"));
const ArrangeList = lazyPart(() => import("#web/features/collections/arrange-list.tsx"));

/** Who sees a private collection and who adds to a shared one, in words to its owner or a member; null for visitors. */
function describeAudience({ collectionVisibility, members }: Collection, isOwn: boolean) {
  if (!members) return null;
  if (!isOwn) return "shared with you";
  if (collectionVisibility === "public")
    return members.length > 0 ? `shared with ${countLabel(members.length, "other")}` : null;
  return members.length > 0 ? `only you and ${countLabel(members.length, "other")} see it` : "only you see it";
}

function Header({ collection, isOwn }: { readonly collection: Collection; readonly isOwn: boolean }) {
  const { collectionTitle, collectionDescription, collectionVisibility, owner, count } = collection;
  const audience = describeAudience(collection, isOwn);
  const Icon = collectionVisibility === "private" ? Lock : Users;
  return (
    <chakra.header display="grid" gap="2" maxWidth="text">
      <Heading as="h1" size="4xl" overflowWrap="anywhere">
        {collectionTitle}
      </Heading>
      {collectionDescription && (
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
          {collectionDescription}
        </chakra.p>
      )}
      <chakra.p color="fg.muted" textStyle="sm" display="flex" alignItems="center" gap="2" flexWrap="wrap">
        <span>
          by <PersonName person={owner} showsHandle />
        </span>
        · {countLabel(count, "artwork")}
        {audience && (
          <chakra.span display="inline-flex" alignItems="center" gap="1">
            · <Icon size={15} aria-hidden /> {audience}
          </chakra.span>
        )}
      </chakra.p>
    </chakra.header>
  );
}

const BUTTON = { variant: "outline", colorPalette: "neutral", size: "sm" } as const;

/** Ends the reader's own membership. */
function LeaveButton({ collection }: { readonly collection: Collection }) {
  const { name: username } = useSignedIn();
  const navigate = useNavigate();
  const changed = useInvalidateCollections();
  const { collectionId, collectionTitle } = collection;

  async function leave() {
    const params = { collectionId, username };
    await send(removeMember, { params }, { errorMessage: "You didn't leave the collection" });
    void navigate("/gallery?tab=collections", { replace: true });
    await changed();
  }

  return (
    <Confirm
      title={`Leave “${collectionTitle}”?`}
      text="What you added stays in it. Only its owner can invite you again."
      action="Leave"
      onConfirm={leave}
      trigger={<Button {...BUTTON}>Leave…</Button>}
    />
  );
}

/** Opens the choice of works to license. */
function LicenseButton({ collection }: { readonly collection: Collection }) {
  const [isOpen, setOpen] = useState(false);
  const { payments } = useFeatures();
  if (!payments || collection.count === 0) return null;
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        License all
      </Button>
      {isOpen && <LicenseDialog collection={collection} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Jumps over the artwork to the comments. */
function CommentsButton() {
  function jump() {
    const heading = document.getElementById("comments");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  }
  return (
    <Button {...BUTTON} onClick={jump}>
      <MessageCircle aria-hidden />
      Comments
    </Button>
  );
}

interface OwnerToolsProps {
  readonly collection: Collection;
  readonly isArranging: boolean;
  readonly onArrange: (isArranging: boolean) => void;
}

function OwnerTools({ collection, isArranging, onArrange }: OwnerToolsProps) {
  const [isEditing, setEditing] = useState(false);
  const [isInviting, setInviting] = useState(false);
  return (
    <chakra.div display="flex" gap="3" flexWrap="wrap">
      <Button {...BUTTON} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button {...BUTTON} onClick={() => setInviting(true)}>
        <Users aria-hidden />
        People
      </Button>
      {collection.count > 0 && (
        <Button {...BUTTON} aria-pressed={isArranging} onClick={() => onArrange(!isArranging)}>
          <ListOrdered aria-hidden />
          {isArranging ? "Done" : "Arrange"}
        </Button>
      )}
      {isInviting && <MembersDialog collection={collection} onClose={() => setInviting(false)} />}
      {isEditing && <EditDialog collection={collection} onClose={() => setEditing(false)} />}
    </chakra.div>
  );
}

/** A collection; private ones are visible to their owner and members only. */
export default function CollectionScreen() {
  const { id = "" } = useParams();
  const parsed = CollectionId.safeParse(id);
  const user = useUser();
  const pages = useReadPages(readCollection, parsed.success ? { params: { collectionId: parsed.data } } : null);
  const [isArranging, setArranging] = useState(false);
  if (!parsed.success || pages.error?.status === 404) return <NotFoundRedirect />;
  const collection = pages.first?.collection;
  if (!collection) return pages.error ? <ErrorPage onRetry={pages.reload} /> : <SkeletonPage />;
  const isOwn = user?.id === collection.owner.id;
  const isJoined = !isOwn && collection.members !== undefined;
  const isShared = isJoined || (isOwn && (collection.members ?? []).length > 0);
  return (
    <PageContainer title={collection.collectionTitle} width="large">
      <chakra.div display="grid" gap="5" marginBottom={{ base: "6", md: "8" }}>
        <Header collection={collection} isOwn={isOwn} />
        <chakra.div display="flex" gap="3" flexWrap="wrap" alignItems="center">
          {collection.collectionVisibility === "public" && (
            <ShareButton
              subject={{ title: collection.collectionTitle, path: collectionPath(collection.collectionId) }}
              isSmall
            />
          )}
          {(isOwn || isJoined) && <LicenseButton collection={collection} />}
          {isShared && <CommentsButton />}
          {isJoined && <LeaveButton collection={collection} />}
          {isOwn && <OwnerTools collection={collection} isArranging={isArranging} onArrange={setArranging} />}
        </chakra.div>
      </chakra.div>
      {isOwn && isArranging ? (
        <ArrangeList collectionId={collection.collectionId} pages={pages} fallback={<SkeletonPage />} />
      ) : (
        <ArtworkList
          pages={pages}
          label={collection.collectionTitle}
          whenEmpty={
            <EmptyState
              title="This collection is empty"
              text={
                isOwn || isJoined
                  ? "Use the folder below a picture to add it here."
                  : "Its artwork isn't visible at the moment."
              }
              action={<ButtonLink to="/">Browse artwork</ButtonLink>}
            />
          }
        />
      )}
      {isShared && (
        <chakra.div marginTop={{ base: "12", md: "16" }}>
          <SectionBoundary>
            <CollectionComments collection={collection} />
          </SectionBoundary>
        </chakra.div>
      )}
    </PageContainer>
  );
}
