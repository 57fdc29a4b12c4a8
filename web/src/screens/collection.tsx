import { Button, chakra, Heading } from "@chakra-ui/react";
import ListOrdered from "lucide-react/icons/list-ordered";
import Lock from "lucide-react/icons/lock";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { readCollection } from "#shared/contract/collections.ts";
import type { Collection } from "#shared/model/collection.ts";
import { CollectionId } from "#shared/model/ids.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { collectionPath } from "#web/features/collections/collection-path.ts";
import { ShareButton } from "#web/features/sharing/share-button.tsx";
import { useUser } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

/** Loaded for the owner only. */
const EditDialog = lazyPart(() => import("#web/features/collections/edit-dialog.tsx"));
const ArrangeList = lazyPart(() => import("#web/features/collections/arrange-list.tsx"));

function Header({ collection }: { readonly collection: Collection }) {
  const { collectionTitle, collectionDescription, collectionVisibility, owner, count } = collection;
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
        {collectionVisibility === "private" && (
          <chakra.span display="inline-flex" alignItems="center" gap="1">
            · <Lock size={15} aria-hidden /> only you see it
          </chakra.span>
        )}
      </chakra.p>
    </chakra.header>
  );
}

interface OwnerToolsProps {
  readonly collection: Collection;
  readonly isArranging: boolean;
  readonly onArrange: (isArranging: boolean) => void;
}

function OwnerTools({ collection, isArranging, onArrange }: OwnerToolsProps) {
  const [isEditing, setEditing] = useState(false);
  const buttonProps = { variant: "outline", colorPalette: "neutral", size: "sm" } as const;
  return (
    <chakra.div display="flex" gap="3" flexWrap="wrap">
      <Button {...buttonProps} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      {collection.count > 0 && (
        <Button {...buttonProps} aria-pressed={isArranging} onClick={() => onArrange(!isArranging)}>
          <ListOrdered aria-hidden />
          {isArranging ? "Done" : "Arrange"}
        </Button>
      )}
      {isEditing && <EditDialog collection={collection} onClose={() => setEditing(false)} />}
    </chakra.div>
  );
}

/** A collection; private ones are visible to their owner only. */
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
  return (
    <PageContainer title={collection.collectionTitle} width="large">
      <chakra.div display="grid" gap="5" marginBottom={{ base: "6", md: "8" }}>
        <Header collection={collection} />
        <chakra.div display="flex" gap="3" flexWrap="wrap" alignItems="center">
          {collection.collectionVisibility === "public" && (
            <ShareButton
              subject={{ title: collection.collectionTitle, path: collectionPath(collection.collectionId) }}
            />
          )}
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
                isOwn ? "Use the folder below a picture to add it here." : "Its artwork isn't visible at the moment."
              }
              action={<ButtonLink to="/">Browse artwork</ButtonLink>}
            />
          }
        />
      )}
    </PageContainer>
  );
}
