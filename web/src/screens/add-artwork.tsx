import { Button, chakra, Heading } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ArtworkId } from "#shared/model/ids.ts";
import { NewArtwork } from "#web/features/artwork/new-artwork.tsx";
import { PictureQueue } from "#web/features/artwork/picture-queue.tsx";
import { type OwnDrafts, useOwnDrafts } from "#web/features/artwork/use-own-drafts.ts";
import { MAX_PICTURES, usePictureQueue } from "#web/features/artwork/use-picture-queue.ts";
import { startAtTop } from "#web/features/layout/scroll-place.ts";
import { shortName } from "#web/features/upload/read-picture.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { removeDraft } from "#web/ui/form/drafts.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SkeletonSplit } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";

interface OfferProps {
  readonly count: number;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

function DraftOffer({ count, onRestore, onDiscard }: OfferProps) {
  // After a reload the form below is empty, so the offer has to be in view.
  useEffect(startAtTop, []);
  return (
    <chakra.div marginBottom="6">
      <Notice>
        <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
          {count === 1
            ? "You started an artwork that isn't published yet. You'll need to choose its picture again."
            : `You started ${count} artworks here that aren't published yet. You'll need to choose their pictures again.`}
          <Button size="sm" onClick={onRestore}>
            Bring {count === 1 ? "it" : "them"} back
          </Button>
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={onDiscard}>
            Discard
          </Button>
        </chakra.span>
      </Notice>
    </chakra.div>
  );
}

/** The result of publishing some of several pictures. */
interface PublishResult {
  /** Titles of the published ones. */
  readonly titles: readonly string[];
  /** Number of drafts with missing fields. */
  readonly incomplete: number;
}

/** A lasting notice of the published and the remaining pictures. */
function PublishedNotice({ titles, incomplete, left }: PublishResult & { readonly left: number }) {
  const [first] = titles;
  if (first === undefined || left === 0) return null;
  const done = titles.length === 1 ? `“${first}” is published` : `${titles.length} artworks are published`;
  const rest = left === 1 ? "one picture isn't" : `${left} pictures aren't`;
  return (
    <chakra.div marginBottom="6">
      <Notice>
        {done}, but {rest} yet.
        {incomplete > 0 && " Fill in the fields that are marked below, then publish again."}
      </Notice>
    </chakra.div>
  );
}

/** The form for one or several pictures, which may still be uploading. */
function AddForms({ drafts }: { readonly drafts: OwnDrafts }) {
  const navigate = useNavigate();
  const queue = usePictureQueue(drafts);
  const [offered, setOffered] = useState(drafts.keys);
  const [restored, setRestored] = useState<readonly number[]>([]);
  const [isPublishing, setPublishing] = useState(false);
  const [result, setResult] = useState<PublishResult | null>(null);
  const published = useRef(new Set<number>());
  const heading = useRef<HTMLHeadingElement>(null);
  const { pictures, current } = queue;
  const picked = pictures.filter(({ file, upload }) => file || upload.step !== "empty").length;

  function add(files: readonly File[]) {
    const { repeated, left } = queue.add(files);
    if (left > 0) toast.error(`Up to ${MAX_PICTURES} pictures at once. Left out: ${left}`);
    else if (repeated[0]) {
      const which = repeated.length === 1 ? shortName(repeated[0].name) : `${repeated.length} of these pictures`;
      toast.success(`Already added: ${which}`);
    }
  }

  function onPublished(key: number, artworkId: ArtworkId, isVisible: boolean) {
    published.current.add(key);
    if (pictures.every((picture) => published.current.has(picture.key))) {
      void navigate(published.current.size > 1 ? "/my_artwork" : `/artwork/${artworkId}`, { replace: true });
    } else {
      queue.remove(key);
      setResult(null);
      window.scrollTo({ top: 0 });
      heading.current?.focus({ preventScroll: true });
    }
    if (!isPublishing) toast.success(isVisible ? "Artwork published" : "Artwork saved. Only you can see it");
  }

  async function publishAll() {
    setPublishing(true);
    setResult(null);
    const incomplete: number[] = [];
    const titles: string[] = [];
    let hasFailed = false;
    for (const { key, title } of pictures) {
      const outcome = await queue.handle(key)?.publish();
      if (outcome === "published") titles.push(title);
      hasFailed = outcome === "failed";
      // The API client has shown the reason, and the others would fail too.
      if (hasFailed) break;
      if (outcome === "incomplete") incomplete.push(key);
    }
    setPublishing(false);
    for (const key of incomplete) queue.markIncomplete(key);
    const [first] = incomplete;
    if (first !== undefined) {
      queue.choose(first);
      // Deferred until its form is mounted; the notice above it comes first.
      setTimeout(() => {
        if (titles.length === 0) return queue.handle(first)?.focusError();
        window.scrollTo({ top: 0 });
        heading.current?.focus({ preventScroll: true });
      });
    }
    const isWhole = titles.length === pictures.length;
    if (isWhole) toast.success(`${titles.length} artworks published`);
    else setResult({ titles, incomplete: incomplete.length });
    if (first !== undefined && !hasFailed) toast.error(`${titles.length} published, ${incomplete.length} incomplete`);
  }

  function share() {
    const undo = queue.share();
    toast.success("All pictures now have these tags and terms", { label: "Undo", run: undo });
  }

  function leaveOut() {
    if (current === undefined) return;
    queue.leaveOut(current);
    removeDraft(drafts.getName(current));
    if (pictures.length === 2) heading.current?.focus({ preventScroll: true });
    toast.success("Left out", {
      label: "Undo",
      run() {
        queue.restorePicture(current);
        queue.handle(current)?.draft.keep();
      },
    });
  }

  function restore() {
    queue.addDrafts(offered.slice(1));
    setRestored(offered);
    setOffered([]);
  }

  function discard() {
    const [first = 0, ...others] = offered;
    queue.handle(first)?.draft.discard();
    for (const key of others) removeDraft(drafts.getName(key));
    setOffered([]);
  }

  return (
    <PageContainer title="Add artwork" width="large">
      <chakra.div maxWidth="80rem" marginX="auto">
        <Heading as="h1" size="4xl" marginBottom={{ base: "6", md: "8" }} ref={heading} tabIndex={-1} outline="none">
          Add artwork
        </Heading>
        {offered.length > 0 && <DraftOffer count={offered.length} onRestore={restore} onDiscard={discard} />}
        {result && <PublishedNotice {...result} left={pictures.length} />}
        {pictures.length > 1 && (
          <SectionBoundary>
            <PictureQueue
              pictures={pictures}
              current={current}
              onChoose={queue.choose}
              onLeaveOut={leaveOut}
              onShare={share}
              onPublishAll={() => void publishAll()}
              isPublishing={isPublishing}
            />
          </SectionBoundary>
        )}
        <LeaveGuard
          text={`${picked === 0 ? "" : `The ${picked === 1 ? "picture" : "pictures"} you picked will be lost. `}What you typed is kept in this browser.`}
        >
          {queue.all.map(({ key, file, isLeftOut = false }) => (
            <SectionBoundary key={key}>
              <NewArtwork
                file={file}
                isUploading={queue.starting.has(key)}
                isCurrent={key === current}
                isLeftOut={isLeftOut}
                draftName={drafts.getName(key)}
                restores={restored.includes(key)}
                onFurther={add}
                waitsFor={isPublishing ? "Publishing all…" : undefined}
                onChange={(changed) => queue.report(key, changed)}
                onPublished={(artworkId, isVisible) => onPublished(key, artworkId, isVisible)}
                register={(handle) => queue.register(key, handle)}
              />
            </SectionBoundary>
          ))}
        </LeaveGuard>
      </chakra.div>
    </PageContainer>
  );
}

const AddSkeleton = () => (
  <PageContainer title={null} width="large">
    <SkeletonSplit />
  </PageContainer>
);

export default function AddArtwork() {
  const drafts = useOwnDrafts(useSignedIn().id);
  return drafts ? <AddForms drafts={drafts} /> : <AddSkeleton />;
}
