import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkChange, ArtworkDetail, OwnArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId, VersionId } from "#shared/model/ids.ts";
import type { Watermark } from "#shared/rules/watermarks.ts";
import { ApiError } from "#web/api/response.ts";
import { send, sendOnLeave } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { countLabel } from "#web/ui/labels.ts";
import { applicableFields } from "./applicable-terms.ts";
import { useInvalidateArtwork } from "./artwork-writes.ts";

/** A change of several artworks at once. */
export type BulkChange =
  | { readonly artworkPersonal?: number | undefined; readonly artworkCommercial?: number | undefined }
  | { readonly artworkWatermark: Watermark }
  | { readonly artworkVisibility: OwnArtworkCard["artworkVisibility"] }
  | { readonly addedTags: readonly string[]; readonly removedTags: readonly string[] };

type Change = z.input<typeof ArtworkChange>;

/** An artwork that wasn't changed, and why. */
export interface Failed {
  readonly card: OwnArtworkCard;
  readonly reason: string;
}

/** The result of the last change, with the way back where there is one. */
export interface BulkResult {
  readonly text: string;
  readonly failed: readonly Failed[];
  readonly undo?: (() => void) | undefined;
}

interface Undoable {
  readonly card: OwnArtworkCard;
  readonly body: Change;
  /** Values that the change set. */
  readonly applied: Change;
  readonly versionId: VersionId;
}

/** A deletion that can still be undone. */
interface Waiting {
  readonly run: () => Promise<Failed[]>;
  /** Carries it out all at once, as the page ends. */
  readonly runOnLeave: () => void;
}

/** Seconds in which a deletion can be undone. */
export const UNDO_SECONDS = 10;

const NOT_FOR_SALE = "This price doesn't apply to it";
const NOT_PROVEN = "You need to confirm that it's you";

/** Failures that are named with their artworks instead of in a toast. */
const NAMED = {
  update: [...updateArtwork.fails.filter((code) => code !== "proof_required"), "account_suspended" as const],
  delete: deleteArtwork.fails,
};

const toReason = (error: unknown) => {
  if (!(error instanceof ApiError)) return MESSAGES.network;
  if (error.code === "proof_required") return NOT_PROVEN;
  return Object.values(error.fields)[0] ?? error.message;
};

/** Failures that the rest would meet too. */
const STOPPING: readonly string[] = ["proof_required", "too_many_requests", "network"];

/** The request's body; a text says why the change doesn't apply. */
function toBody(change: BulkChange, { version }: ArtworkDetail): Change | string {
  if ("addedTags" in change) {
    const kept = version.artworkTags.filter((tag) => !change.removedTags.includes(tag));
    const artworkTags = [...new Set([...kept, ...change.addedTags])];
    return artworkTags.length > LIMITS.artworkTags.count ? MESSAGES.tooManyTags : { artworkTags };
  }
  if ("artworkWatermark" in change || "artworkVisibility" in change) return change;
  const applicable = applicableFields(version);
  const prices = Object.entries(change).filter(
    ([field, price]) => price !== undefined && applicable[field as "artworkPersonal" | "artworkCommercial"],
  );
  return prices.length > 0 && version.artworkType === "commercial" ? Object.fromEntries(prices) : NOT_FOR_SALE;
}

const formatChanged = (changed: readonly unknown[]) => `${countLabel(changed.length, "artwork")} changed`;

/** The present values of the body's fields. */
const getPresent = (body: Change, { artwork, version }: ArtworkDetail): Change =>
  Object.fromEntries(Object.keys(body).map((field) => [field, { ...version, ...artwork }[field as "artworkTags"]]));

const isSame = (body: Change, former: Change) =>
  (Object.keys(body) as (keyof Change)[]).every((field) => String(body[field]) === String(former[field]));

const patch = (artworkId: ArtworkId, body: Change, expectedVersion: VersionId) =>
  send(
    updateArtwork,
    { params: { artworkId }, body: { ...body, expectedVersion } },
    { keep: ["artworkTags"], inPlace: NAMED.update },
  );

const readDetail = (artworkId: ArtworkId) =>
  send(readArtwork, { params: { artworkId } }, { inPlace: ["artwork_not_found"] });

async function changeOne(card: OwnArtworkCard, change: BulkChange): Promise<Undoable | string> {
  const { artworkId, versionId: seen } = card;
  const detail = await readDetail(artworkId);
  const body = toBody(change, detail);
  if (typeof body === "string") return body;
  const former = getPresent(body, detail);
  if (isSame(body, former)) return { card, body: {}, applied: {}, versionId: seen };
  const { versionId } = await patch(artworkId, body, seen);
  return { card, body: former, applied: body, versionId };
}

/** Restores what the change replaced, unless it was changed again since; the API compares versions, which some changes don't make. */
async function undoOne({ card, body, applied, versionId }: Undoable) {
  const { artworkId } = card;
  const isNewVersion = versionId !== card.versionId;
  if (!isNewVersion && !isSame(applied, getPresent(applied, await readDetail(artworkId)))) return MESSAGES.artworkMoved;
  await patch(artworkId, body, versionId);
  return undefined;
}

/**
 * Changes several artworks one after another, so that a proof of the owner is asked for once. Those that fail are named, and
 * the rest can be undone. Deletions wait for some seconds; leaving the page carries them out.
 */
export function useBulkChanges(onDone: (failed: readonly Failed[]) => void) {
  const invalidate = useInvalidate();
  const invalidateLists = useInvalidateArtwork();
  const [progress, setProgress] = useState<string>();
  const [result, setResult] = useState<BulkResult | null>(null);
  const [leaving, setLeaving] = useState<readonly OwnArtworkCard[]>([]);
  const waiting = useRef<Waiting>(undefined);

  /** Runs a step for each; a failure that the rest would meet too ends it for all. */
  async function runEach<T>(
    cards: readonly T[],
    getCard: (one: T) => OwnArtworkCard,
    step: (one: T) => Promise<string | undefined>,
  ): Promise<Failed[]> {
    const failed: Failed[] = [];
    let stopped: string | undefined;
    for (const [at, one] of cards.entries()) {
      setProgress(`${at + 1} of ${cards.length}…`);
      const reason: string | undefined =
        stopped ??
        (await step(one).catch((error: unknown) => {
          const why = toReason(error);
          if (error instanceof ApiError && STOPPING.includes(error.code)) stopped = why;
          return why;
        }));
      if (reason !== undefined) failed.push({ card: getCard(one), reason });
    }
    setProgress(undefined);
    await Promise.all([
      invalidateLists(),
      ...cards.map((one) => invalidate(readArtwork, { artworkId: getCard(one).artworkId })),
    ]);
    return failed;
  }

  async function apply(cards: readonly OwnArtworkCard[], change: BulkChange) {
    const done: Undoable[] = [];
    const notDeleted = await waiting.current?.run();
    setResult(null);
    const notChanged = await runEach(
      cards,
      (card) => card,
      async (card) => {
        const outcome = await changeOne(card, change);
        if (typeof outcome === "string") return outcome;
        done.push(outcome);
      },
    );
    const failed = [...(notDeleted ?? []), ...notChanged];
    const changed = done.filter(({ body }) => Object.keys(body).length > 0);
    setResult({
      text:
        changed.length > 0 || failed.length > 0
          ? formatChanged(changed)
          : "Nothing to change: they were already like that",
      failed,
      undo: changed.length > 0 ? () => void undo(changed) : undefined,
    });
    onDone(failed);
  }

  async function undo(done: readonly Undoable[]) {
    setResult(null);
    const failed = await runEach(done, ({ card }) => card, undoOne);
    setResult({ text: `${countLabel(done.length - failed.length, "artwork")} restored`, failed });
    onDone([]);
  }

  async function remove(cards: readonly OwnArtworkCard[]) {
    waiting.current = undefined;
    setResult(null);
    const failed = await runEach(
      cards,
      (card) => card,
      async ({ artworkId }) => {
        await send(deleteArtwork, { params: { artworkId } }, { inPlace: NAMED.delete });
        return undefined;
      },
    );
    setLeaving((now) => now.filter((card) => !cards.includes(card)));
    const text = `${countLabel(cards.length - failed.length, "artwork")} deleted`;
    // A newer deletion keeps its Undo.
    setResult((newer) => (newer?.undo ? { ...newer, failed } : { text, failed }));
    if (failed.length > 0) onDone(failed);
    return failed;
  }

  function deferRemoval(cards: readonly OwnArtworkCard[]) {
    const run = () => {
      clearTimeout(timer);
      return remove(cards);
    };
    const timer = setTimeout(() => void run(), UNDO_SECONDS * 1000);
    void waiting.current?.run();
    waiting.current = {
      run,
      runOnLeave() {
        clearTimeout(timer);
        waiting.current = undefined;
        for (const { artworkId } of cards) sendOnLeave(deleteArtwork, { params: { artworkId } });
      },
    };
    setLeaving((now) => [...now, ...cards]);
    setResult({
      text: `${countLabel(cards.length, "artwork")} deleted`,
      failed: [],
      undo() {
        clearTimeout(timer);
        waiting.current = undefined;
        setLeaving((now) => now.filter((card) => !cards.includes(card)));
        setResult({ text: `${countLabel(cards.length, "artwork")} restored`, failed: [] });
      },
    });
    onDone([]);
  }

  useEffect(() => {
    const leave = () => waiting.current?.runOnLeave();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      void waiting.current?.run();
    };
  }, []);

  return {
    /** How far a running change is. */
    progress,
    result,
    dismiss: () => setResult(null),
    /** Ids of artworks whose deletion waits. */
    leavingIds: new Set<string>(leaving.map(({ artworkId }) => artworkId)),
    apply,
    deferRemoval,
  };
}

export type BulkChanges = ReturnType<typeof useBulkChanges>;
