import { Button, chakra, Dialog, Text } from "@chakra-ui/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { readCollection } from "#shared/contract/collections.ts";
import { listOwnership } from "#shared/contract/licenses.ts";
import { PAGE } from "#shared/limits.ts";
import type { Collection } from "#shared/model/collection.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { License } from "#shared/model/order.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";
import { type Pages, useReadPages } from "#web/api/use-read.ts";
import { ArtworkCheck } from "#web/features/artwork/artwork-check.tsx";
import { buildSeriesPath, MAX_IN_SERIES } from "#web/features/checkout/checkout-series.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { centsLabel, countLabel } from "#web/ui/labels.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { AskArtists } from "./ask-artists.tsx";
import { type LicensableWork, toLicensableWork } from "./licensable.ts";

/** True once every page of a list is there; loads the next one as soon as the last has arrived. */
function useAllPages({ first, hasMore, isLoadingMore, error, loadMore }: Pages<unknown>) {
  const load = useRef(loadMore);
  load.current = loadMore;
  const wantsMore = hasMore && !isLoadingMore && !error;
  useEffect(() => {
    if (wantsMore) load.current();
  }, [wantsMore]);
  return first !== undefined && !hasMore;
}

/** The collection's works with the user's price for each, once all of them and all licences of the user are known. */
function useLicensableWorks({ collectionId }: Collection, licenseType: LicenseType) {
  const { id: userId } = useSignedIn();
  const entries = useReadPages(readCollection, { params: { collectionId }, query: { limit: PAGE.max } });
  const owned = useReadPages(listOwnership, { params: { userId }, query: { limit: PAGE.max } });
  const isComplete = [useAllPages(entries), useAllPages(owned)].every(Boolean);
  const works = useMemo(() => {
    if (!isComplete) return null;
    const licenses = new Map<ArtworkId, readonly License[]>(owned.items.map((card) => [card.artworkId, card.licenses]));
    return entries.items.map((card) => toLicensableWork(card, licenseType, { userId, licenses }));
  }, [isComplete, entries.items, owned.items, licenseType, userId]);
  return { works, failed: entries.error ? entries : owned.error ? owned : null };
}

interface LicenseDialogProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

/** Chooses works of a collection, to buy licences one after the other or to ask each artist for a price. */
export default function LicenseDialog({ collection, onClose }: LicenseDialogProps) {
  const { collectionId, count } = collection;
  const navigate = useNavigate();
  const { tax, discounts } = useFeatures();
  const later = [discounts && "discounts", tax && "tax"].filter(Boolean).join(" and ");
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<{ licenseType: LicenseType }>({ defaultValues: { licenseType: "commercial" } });
  const licenseType = form.watch("licenseType");
  const { works, failed } = useLicensableWorks(collection, licenseType);
  /** The user's own choices; others are chosen if they can be bought. */
  const [toggled, setToggled] = useState<Readonly<Record<ArtworkId, boolean>>>({});
  const [isAsking, setAsking] = useState(false);

  const buyable = works?.filter(({ price }) => price !== null) ?? [];
  const firstOnes = new Set(buyable.slice(0, MAX_IN_SERIES).map(({ card }) => card.artworkId));
  const isChosen = ({ card: { artworkId }, price, isAskable }: LicensableWork) =>
    (price !== null || isAskable) && (toggled[artworkId] ?? firstOnes.has(artworkId));
  const chosen = works?.filter(isChosen) ?? [];
  const toBuy = chosen.filter(({ price }) => price !== null);
  const toAsk = chosen.filter(({ isAskable }) => isAskable);
  const sum = toBuy.reduce((total, { price }) => total + (price ?? 0), 0);
  const hidden = works ? count - works.length : 0;
  const isFull = chosen.length >= MAX_IN_SERIES;

  function buy() {
    const ids = toBuy.map(({ card }) => card.artworkId);
    void navigate(buildSeriesPath({ collectionId, works: ids, licenseType }, 0));
  }

  if (isAsking) return <AskArtists works={toAsk} onBack={() => setAsking(false)} onClose={onClose} />;
  return (
    <ModalDialog initialFocusEl={() => heading.current} onClose={onClose} window={{ maxWidth: "36rem" }}>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        License the collection
      </Dialog.Title>
      <FormProvider {...form}>
        <ChoiceField
          name="licenseType"
          label="License"
          options={LICENSE_TYPES.map((value) => ({ value, label: LICENSE_LABELS[value].shortName }))}
          isCompact
        />
      </FormProvider>
      {!works && !failed && (
        <chakra.div role="status" aria-label="Loading the works" display="grid" gap="3">
          <SkeletonBlocks count={4} height="14" />
        </chakra.div>
      )}
      {failed && <ShowMore pages={failed} noun="works" />}
      {works && (
        <chakra.ul
          listStyle="none"
          aria-label="Works"
          maxHeight="min(24rem, 40dvh)"
          overflowY="auto"
          marginX="-3"
          paddingX="3"
        >
          {works.map((work) => (
            <ArtworkCheck
              key={work.card.artworkId}
              card={work.card}
              note={
                <>
                  <PersonText person={work.card.owner} />
                  {work.note && ` · ${work.note}`}
                </>
              }
              price={work.price === null ? null : centsLabel(work.price)}
              isChosen={isChosen(work)}
              isDisabled={(work.price === null && !work.isAskable) || (isFull && !isChosen(work))}
              onToggle={() => setToggled((before) => ({ ...before, [work.card.artworkId]: !isChosen(work) }))}
            />
          ))}
        </chakra.ul>
      )}
      {hidden > 0 && (
        <Text textStyle="sm" color="fg.muted">
          {countLabel(hidden, "more work")} {hidden === 1 ? "isn't" : "aren't"} visible at the moment.
        </Text>
      )}
      {works && (
        <chakra.div borderTopWidth="1px" borderColor="border.muted" paddingTop="4" role="status">
          {toBuy.length > 0 ? (
            <>
              <chakra.p display="flex" justifyContent="space-between" gap="4" fontWeight="bold" textStyle="lg">
                <span>{countLabel(toBuy.length, "license")}</span>
                <span>{centsLabel(sum)}</span>
              </chakra.p>
              <Text textStyle="sm" color="fg.muted">
                {`With service fees${later && `, before ${later}`}. Each work is a purchase of its own${isFull ? `, up to ${MAX_IN_SERIES} in a row` : ""}.`}
              </Text>
            </>
          ) : (
            <Text color="fg.muted">
              {toAsk.length > 0 ? "You can ask for a price for the chosen works." : "Choose at least one work."}
            </Text>
          )}
        </chakra.div>
      )}
      <DialogButtons>
        <Button variant="outline" colorPalette="neutral" disabled={toAsk.length === 0} onClick={() => setAsking(true)}>
          Ask for a price
        </Button>
        <Button disabled={toBuy.length === 0} onClick={buy}>
          Buy one by one
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
