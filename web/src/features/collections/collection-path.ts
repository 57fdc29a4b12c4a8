import type { CollectionId } from "#shared/model/ids.ts";

export const collectionPath = (collectionId: CollectionId) => `/collection/${collectionId}`;
