import { useEffect, useRef } from "react";
import { readCommentChanges } from "#shared/contract/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { buildRequest, exchange, fetchTransport } from "#web/api/request.ts";
import { ApiError } from "#web/api/response.ts";

/** Milliseconds between two questions; the longer nothing happens, the longer it gets. */
const SHORTEST_MS = 4_000;
const LONGEST_MS = 60_000;
const SHARE_OF_QUIET = 1 / 6;

/** The pause while many write, for each change makes every open page read the list. */
const BUSY_MS = 20_000;
const BUSY_WINDOW_MS = 60_000;

/** How long to wait after this many quiet milliseconds. */
export const pauseAfter = (quiet: number) => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, quiet * SHARE_OF_QUIET));

interface LiveCommentsProps {
  readonly artworkId: ArtworkId;
  /** The revision of the comments that are shown; undefined until they are read. */
  readonly revision: number | undefined;
  /** Others have changed something since. */
  readonly onChange: () => void;
}

/** Asks whether the comments of an open page changed, as long as the page can be seen. */
export default function LiveComments({ artworkId, revision, onChange }: LiveCommentsProps) {
  const now = useRef({ revision, onChange });
  now.current = { revision, onChange };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let quietSince = Date.now();
    let newest = 0;
    /** When the changes of the last minute were noticed. */
    let recent: readonly number[] = [];

    async function ask() {
      clearTimeout(timer);
      if (isAsking || document.visibilityState === "hidden") return;
      isAsking = true;
      try {
        const request = buildRequest(readCommentChanges, { params: { artworkId } });
        // No session and no toast: the answer is the same for everyone, and nobody has asked for it.
        const answer = (await exchange(fetchTransport, request, null)) as { revision: number };
        const loaded = now.current.revision;
        if (loaded !== undefined && answer.revision > Math.max(loaded, newest)) {
          quietSince = Date.now();
          recent = [...recent.filter((moment) => moment > quietSince - BUSY_WINDOW_MS), quietSince];
        }
        newest = Math.max(newest, answer.revision);
        // Also when it was said before: the list may not have been read since, or was not the newest.
        if (loaded !== undefined && newest > loaded) now.current.onChange();
      } catch (error) {
        // Hidden or deleted meanwhile, or it was until a moment ago; whoever comes back to the page asks once more.
        if (error instanceof ApiError && error.status === 404) {
          isAsking = false;
          return;
        }
      }
      isAsking = false;
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
      isAsking = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", askOnReturn);
    };
  }, [artworkId]);

  return null;
}
