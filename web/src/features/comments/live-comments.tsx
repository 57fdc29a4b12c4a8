import { useEffect, useRef } from "react";
import { readCommentChanges } from "#shared/contract/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { buildRequest, exchange, fetchTransport } from "#web/api/request.ts";
import { ApiError } from "#web/api/response.ts";

/** Polling interval in milliseconds, which grows while nothing changes. */
const MIN_MS = 4_000;
const MAX_MS = 60_000;
const SHARE_OF_QUIET = 1 / 6;

/** Polling interval during many changes, as each one makes all open pages reload the list. */
const BUSY_MS = 20_000;
const BUSY_WINDOW_MS = 60_000;

/** The interval after `quiet` milliseconds without a change. */
export const pauseAfter = (quiet: number) => Math.min(MAX_MS, Math.max(MIN_MS, quiet * SHARE_OF_QUIET));

interface LiveCommentsProps {
  readonly artworkId: ArtworkId;
  /** Revision of the shown comments; undefined until loaded. */
  readonly revision: number | undefined;
  /** Called after changes by others. */
  readonly onChange: () => void;
}

/** Polls for changes of the comments while the page is visible. */
export default function LiveComments({ artworkId, revision, onChange }: LiveCommentsProps) {
  const now = useRef({ revision, onChange });
  now.current = { revision, onChange };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let hasEnded = false;
    let quietSince = Date.now();
    let newest = 0;
    /** Times of the last minute's changes. */
    let recent: readonly number[] = [];

    async function ask() {
      clearTimeout(timer);
      if (isAsking || hasEnded || document.visibilityState === "hidden") return;
      isAsking = true;
      try {
        const request = buildRequest(readCommentChanges, { params: { artworkId } });
        // Without session and toast: the response is the same for everyone, and this runs in the background.
        const answer = (await exchange(fetchTransport, request, null)) as { revision: number };
        if (hasEnded) return;
        const loaded = now.current.revision;
        if (loaded !== undefined && answer.revision > Math.max(loaded, newest)) {
          quietSince = Date.now();
          recent = [...recent.filter((moment) => moment > quietSince - BUSY_WINDOW_MS), quietSince];
        }
        newest = Math.max(newest, answer.revision);
        // Repeated calls are intended: the list may not have been reloaded yet, or with an older revision.
        if (loaded !== undefined && newest > loaded) now.current.onChange();
      } catch (error) {
        // The artwork was hidden or deleted: stops polling until the page becomes visible again.
        if (error instanceof ApiError && error.status === 404) {
          isAsking = false;
          return;
        }
      }
      isAsking = false;
      if (hasEnded) return;
      timer = setTimeout(ask, Math.max(recent.length > 1 ? BUSY_MS : 0, pauseAfter(Date.now() - quietSince)));
    }

    function askOnReturn() {
      if (document.visibilityState === "hidden") return;
      quietSince = Date.now();
      void ask();
    }

    void ask();
    document.addEventListener("visibilitychange", askOnReturn);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", askOnReturn);
    };
  }, [artworkId]);

  return null;
}
