import { useCallback } from "react";
import { listCollections, readCollection } from "#shared/contract/collections.ts";
import type { CollectionId } from "#shared/model/ids.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";

/** Returns a function that invalidates the user's list of collections and, if given, one collection. */
export function useInvalidateCollections() {
  const invalidate = useInvalidate();
  return useCallback(
    async (collectionId?: CollectionId) => {
      const username = session.state().user?.name;
      await Promise.all([
        username ? invalidate(listCollections, { username }) : undefined,
        collectionId ? invalidate(readCollection, { collectionId }) : undefined,
      ]);
    },
    [invalidate],
  );
}
