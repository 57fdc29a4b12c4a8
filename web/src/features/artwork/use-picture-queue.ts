import { useRef, useState } from "react";
import { EMPTY_UPLOAD, isInProgress } from "#web/features/upload/upload-state.ts";
import type { NewArtworkHandle, SharedValues } from "./new-artwork.tsx";
import type { QueuedPicture } from "./picture-queue.tsx";
import type { OwnDrafts } from "./use-own-drafts.ts";

/** Concurrent uploads; more would slow down each of them. */
const UPLOADS_AT_ONCE = 3;

/** Pictures in the queue; below an account's limit of pending uploads. */
export const MAX_PICTURES = 20;

/** Keys of pictures that may upload: the shown one, and a few at a time in picking order. */
function selectUploads(pictures: readonly QueuedPicture[], current: number | undefined): ReadonlySet<number> {
  const running = pictures.filter(({ upload }) => isInProgress(upload)).length;
  const waiting = pictures.filter(({ file, upload }) => file && upload.step === "empty").map(({ key }) => key);
  return new Set([
    ...waiting.slice(0, Math.max(0, UPLOADS_AT_ONCE - running)),
    ...(current === undefined ? [] : [current]),
  ]);
}

const emptyPicture = (key: number, file?: File): QueuedPicture => ({ key, file, upload: EMPTY_UPLOAD, title: "" });

const findFile = ({ file, upload }: QueuedPicture) => (upload.step === "empty" ? file : upload.picked.file);

/** Identifies a file that is picked again. */
const toIdentity = ({ name, size, lastModified }: File) => `${lastModified} ${size} ${name}`;

/** The queue of new artworks, one of which is shown. Keys name their drafts; `keys` are taken. */
export function usePictureQueue({ keys, firstKey }: Pick<OwnDrafts, "keys" | "firstKey">) {
  const [all, setAll] = useState<readonly QueuedPicture[]>(() => [emptyPicture(firstKey)]);
  const [chosen, setChosen] = useState(firstKey);
  const nextKey = useRef(Math.max(firstKey, ...keys) + 1);
  const handles = useRef(new Map<number, NewArtworkHandle>());
  const pictures = all.filter(({ isLeftOut }) => !isLeftOut);
  const current = pictures.find(({ key }) => key === chosen)?.key ?? pictures[0]?.key;

  const change = (key: number, changed: Partial<QueuedPicture>) =>
    setAll((before) => before.map((picture) => (picture.key === key ? { ...picture, ...changed } : picture)));

  return {
    /** Including those left out, which can be restored. */
    all,
    pictures,
    current,
    starting: selectUploads(pictures, current),
    choose: setChosen,
    /**
     * Assigns files to forms without one, such as drafts, and adds forms for the rest. Returns files that are in the queue
     * already, and the number of those without room.
     */
    add(picked: readonly File[]) {
      const existing = new Set(pictures.flatMap((picture) => findFile(picture) ?? []).map(toIdentity));
      const files = picked.filter((file) => !existing.has(toIdentity(file)));
      const bare = pictures.filter(({ key, file, upload }) => key !== current && !file && upload.step === "empty");
      for (const [at, { key }] of bare.entries()) change(key, { file: files[at] });
      const further = files.slice(bare.length);
      const room = Math.max(0, MAX_PICTURES - pictures.length);
      const added = further.slice(0, room).map((file) => emptyPicture(nextKey.current++, file));
      setAll((before) => [...before, ...added]);
      const repeated = picked.filter((file) => existing.has(toIdentity(file)));
      return { repeated, left: further.length - added.length };
    },
    /** Adds forms without a picture, for drafts. */
    addDrafts: (keys: readonly number[]) => setAll((before) => [...before, ...keys.map((key) => emptyPicture(key))]),
    /** Leaves out a picture and shows its neighbour. */
    leaveOut(key: number) {
      const at = pictures.findIndex((picture) => picture.key === key);
      const neighbour = pictures[at + 1] ?? pictures[at - 1];
      if (neighbour) setChosen(neighbour.key);
      change(key, { isLeftOut: true });
    },
    restorePicture: (key: number) => change(key, { isLeftOut: false }),
    remove: (key: number) => setAll((before) => before.filter((picture) => picture.key !== key)),
    /** Updates a form's progress; removing its picture also drops its queued file. */
    report(key: number, changed: Pick<QueuedPicture, "upload" | "title" | "hasCopies">) {
      const isRemoved = (picture: QueuedPicture) => changed.upload.step === "empty" && picture.upload.step !== "empty";
      setAll((before) =>
        before.map((picture) =>
          picture.key === key
            ? { ...picture, ...changed, ...(isRemoved(picture) ? { file: undefined } : {}) }
            : picture,
        ),
      );
    },
    markIncomplete: (key: number) => change(key, { isIncomplete: true }),
    handle: (key: number) => handles.current.get(key),
    register(key: number, handle: NewArtworkHandle | null) {
      if (handle) handles.current.set(key, handle);
      else handles.current.delete(key);
    },
    /** Copies the current form's tags and terms to all others; returns the function to undo it. */
    share() {
      const shared = current === undefined ? undefined : handles.current.get(current)?.shared();
      const others = pictures.flatMap(({ key }) => (key === current ? [] : (handles.current.get(key) ?? [])));
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
