import { useEffect, useRef, useState } from "react";
import { type CleanSource, readClean } from "#web/features/licenses/licensed-previews.ts";
import { useOwnLicenses } from "#web/features/licenses/own-licenses.ts";
import { useUser } from "#web/session/use-session.ts";
import type { Slide } from "./slide.ts";

/** `different`: the artist has replaced the licensed picture. */
type Original =
  | { readonly step: "loading" | "failed" | "different" }
  | { readonly step: "loaded" /** Object URL. */; readonly url: string };

export type OriginalStep = Original["step"];

/** True if a slide shows the picture in `folder`; signed URLs always do. */
const shows = ({ previews: [first] }: Slide, folder: string) =>
  first !== undefined && (first.jpeg.startsWith(`${folder}/`) || !first.jpeg.startsWith("/"));

/** Loads and decodes the file, so that it replaces a preview instantly and outlives its signed link. */
async function fetchPicture(link: string): Promise<string> {
  const response = await fetch(link);
  if (!response.ok) throw new Error(`The original answered ${response.status}`);
  const url = URL.createObjectURL(await response.blob());
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return url;
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

/** The original of a slide, for its artist and licence holders. Each is fetched once, when wanted. */
export function useOriginal(slide: Slide, isWanted: boolean) {
  const user = useUser();
  const { artworkId } = slide;
  const isOwn = user !== null && user.name === slide.owner.name;
  const [held] = useOwnLicenses(isOwn ? null : artworkId);
  const source: CleanSource | undefined = isOwn ? { artworkId } : held && { orderId: held.orderId };
  const [originals, setOriginals] = useState<Readonly<Record<string, Original>>>({});
  /** Object URLs of loaded files; null once the viewer is closed. */
  const urls = useRef<string[] | null>(null);
  useEffect(() => {
    const made: string[] = [];
    urls.current = made;
    return () => {
      urls.current = null;
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, []);
  const original = originals[artworkId];

  async function load(from: CleanSource) {
    const set = (original: Original) => setOriginals((before) => ({ ...before, [artworkId]: original }));
    set({ step: "loading" });
    try {
      const answer = await readClean(from);
      if (!shows(slide, answer.folder)) return set({ step: "different" });
      const url = await fetchPicture(answer.original);
      if (!urls.current) return URL.revokeObjectURL(url);
      urls.current.push(url);
      set({ step: "loaded", url });
    } catch {
      set({ step: "failed" });
    }
  }

  // `source` may become known after `isWanted`.
  useEffect(() => {
    if (isWanted && source && !original) void load(source);
  });

  return {
    /** True if the viewer may see the original, whose size 100 % then refers to. */
    isOpen: source !== undefined && original?.step !== "different",
    step: original?.step,
    findUrl: (id: string) => {
      const one = originals[id];
      return one?.step === "loaded" ? one.url : undefined;
    },
    retry() {
      if (source) void load(source);
    },
  };
}
