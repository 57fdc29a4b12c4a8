import { useCallback } from "react";
import { listCollections, listSharedCollections, readCollection } from "#shared/contract/collections.ts";
import type { CollectionId } from "#shared/model/ids.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";

/** Returns a function that invalidates the user's lists of collections and, if given, one collection. */
export function useInvalidateCollections() {
  const invalidate = useInvalidate();
  return useCallback(
    async (collectionId?: CollectionId) => {
      const { user } = session.state();
      await Promise.all([
        ...(user
          ? [
              invalidate(listCollections, { username: user.name }),
              invalidate(listSharedCollections, { userId: user.id }),
            ]
          : []),
        collectionId ? invalidate(readCollection, { collectionId }) : undefined,
      ]);
    },
    [invalidate],
  );
}
