import { useRef, useState } from "react";
import { EMPTY_UPLOAD, type UploadState } from "#web/features/upload/upload-state.ts";
import type { NewArtworkHandle, SharedValues } from "./new-artwork.tsx";
import type { QueuedPicture } from "./picture-queue.tsx";

/** More at once would make every one of them slow. */
const UPLOADS_AT_ONCE = 3;

/** How many pictures may be picked at once; below what an account may have in upload. */
export const MOST_PICTURES = 20;

const isOver = ({ step }: UploadState) => step === "ready" || step === "failed" || step === "refused";

/** Those whose upload may run: a few at a time, in the order in which they were picked. */
function uploadingOf(pictures: readonly QueuedPicture[]): ReadonlySet<number> {
  const waiting = pictures.filter(({ file, upload }) => file && !isOver(upload));
  return new Set([
    ...pictures.filter(({ upload }) => upload.step !== "empty").map(({ key }) => key),
    ...waiting.slice(0, UPLOADS_AT_ONCE).map(({ key }) => key),
  ]);
}

const emptyPicture = (key: number, file?: File): QueuedPicture => ({ key, file, upload: EMPTY_UPLOAD });

/** The artworks that are about to be published, one of which is shown. Their drafts are named by keys, of which some are taken. */
export function usePictureQueue(takenKeys: readonly number[]) {
  const [firstKey = 0] = takenKeys;
  const [all, setAll] = useState<readonly QueuedPicture[]>(() => [emptyPicture(firstKey)]);
  const [chosen, setChosen] = useState(firstKey);
  const nextKey = useRef(Math.max(0, ...takenKeys) + 1);
  const handles = useRef(new Map<number, NewArtworkHandle>());
  const pictures = all.filter(({ isLeftOut }) => !isLeftOut);
  const current = pictures.find(({ key }) => key === chosen)?.key ?? pictures[0]?.key;

  const change = (key: number, changed: Partial<QueuedPicture>) =>
    setAll((before) => before.map((picture) => (picture.key === key ? { ...picture, ...changed } : picture)));

  return {
    /** Those left out too, which can be brought back. */
    all,
    pictures,
    current,
    uploading: uploadingOf(pictures),
    choose: setChosen,
    /** Adds pictures behind the others; returns how many there was no room for. */
    add(files: readonly File[]) {
      const room = MOST_PICTURES - pictures.length;
      const added = files.slice(0, room).map((file) => emptyPicture(nextKey.current++, file));
      setAll((before) => [...before, ...added]);
      return Math.max(0, files.length - room);
    },
    /** Adds forms without a picture, for drafts. */
    addDrafts: (keys: readonly number[]) => setAll((before) => [...before, ...keys.map((key) => emptyPicture(key))]),
    leaveOut: (key: number) => change(key, { isLeftOut: true }),
    bringBack: (key: number) => change(key, { isLeftOut: false }),
    remove: (key: number) => setAll((before) => before.filter((picture) => picture.key !== key)),
    report: (key: number, upload: UploadState) => change(key, { upload }),
    handle: (key: number) => handles.current.get(key),
    register(key: number, handle: NewArtworkHandle | null) {
      if (handle) handles.current.set(key, handle);
      else handles.current.delete(key);
    },
    /** Gives all the others the current one's tags and terms; returns how to take that back. */
    share() {
      const shared = current === undefined ? undefined : handles.current.get(current)?.shared();
      const others = [...handles.current].filter(([key]) => key !== current).map(([, handle]) => handle);
      const former: readonly (readonly [NewArtworkHandle, SharedValues])[] = others.map((each) => [
        each,
        each.shared(),
      ]);
      if (shared) for (const each of others) each.share(shared);
      return () => {
        for (const [each, values] of former) each.share(values);
      };
    },
  };
}
