import { useRef, useState } from "react";
import { EMPTY_UPLOAD, isInProgress } from "#web/features/upload/upload-state.ts";
import type { NewArtworkHandle, SharedValues } from "./new-artwork.tsx";
import type { QueuedPicture } from "./picture-queue.tsx";
import type { OwnDrafts } from "./use-own-drafts.ts";

/** More at once would make every one of them slow. */
const UPLOADS_AT_ONCE = 3;

/** How many pictures may be picked at once; below what an account may have in upload. */
export const MOST_PICTURES = 20;

/** Those whose upload may start: the one that is shown, and a few at a time in the order in which they were picked. */
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

/** The same for a file that is picked again. */
const toIdentity = ({ name, size, lastModified }: File) => `${lastModified} ${size} ${name}`;

/** The artworks that are about to be published, one of which is shown. Their drafts are named by keys, of which some are taken. */
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
    /** Those left out too, which can be brought back. */
    all,
    pictures,
    current,
    starting: selectUploads(pictures, current),
    choose: setChosen,
    /**
     * Gives files to forms that have none, such as drafts, and the rest forms of their own. Returns those that one of the
     * forms has already, and how many have no room.
     */
    add(picked: readonly File[]) {
      const existing = new Set(pictures.flatMap((picture) => findFile(picture) ?? []).map(toIdentity));
      const files = picked.filter((file) => !existing.has(toIdentity(file)));
      const bare = pictures.filter(({ key, file, upload }) => key !== current && !file && upload.step === "empty");
      for (const [at, { key }] of bare.entries()) change(key, { file: files[at] });
      const further = files.slice(bare.length);
      const room = Math.max(0, MOST_PICTURES - pictures.length);
      const added = further.slice(0, room).map((file) => emptyPicture(nextKey.current++, file));
      setAll((before) => [...before, ...added]);
      const repeated = picked.filter((file) => existing.has(toIdentity(file)));
      return { repeated, left: further.length - added.length };
    },
    /** Adds forms without a picture, for drafts. */
    addDrafts: (keys: readonly number[]) => setAll((before) => [...before, ...keys.map((key) => emptyPicture(key))]),
    /** Its neighbour is shown in its place. */
    leaveOut(key: number) {
      const at = pictures.findIndex((picture) => picture.key === key);
      const neighbour = pictures[at + 1] ?? pictures[at - 1];
      if (neighbour) setChosen(neighbour.key);
      change(key, { isLeftOut: true });
    },
    restorePicture: (key: number) => change(key, { isLeftOut: false }),
    remove: (key: number) => setAll((before) => before.filter((picture) => picture.key !== key)),
    /** Once the picture of a form was removed, what was picked with others isn't its own any more. */
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
    /** Gives all the others the current one's tags and terms; returns how to take that back. */
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
