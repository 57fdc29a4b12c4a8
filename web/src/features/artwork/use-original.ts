import { useEffect, useRef, useState } from "react";
import { type CleanSource, readClean } from "#web/features/licenses/licensed-previews.ts";
import { useOwnLicenses } from "#web/features/licenses/own-licenses.ts";
import { useUser } from "#web/session/use-session.ts";
import type { Slide } from "./slide.ts";

/** `different`: the licence is for a picture that its artist has replaced since. */
type Original =
  | { readonly step: "loading" | "failed" | "different" }
  | { readonly step: "loaded" /** Of the file in memory. */; readonly url: string };

export type OriginalStep = Original["step"];

/** Links that only the viewer gets are there for the very picture alone. */
const shows = ({ previews: [first] }: Slide, folder: string) =>
  first !== undefined && (first.jpeg.startsWith(`${folder}/`) || !first.jpeg.startsWith("/"));

/** Puts the file in memory, decoded, so that it takes a preview's place at once and outlives its link. */
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

/** The original of a slide, for its artist and who holds a licence to it. Each is fetched once, when it is wanted. */
export function useOriginal(slide: Slide, isWanted: boolean) {
  const user = useUser();
  const { artworkId } = slide;
  const isOwn = user !== null && user.name === slide.owner.name;
  const [held] = useOwnLicenses(isOwn ? null : artworkId);
  const source: CleanSource | undefined = isOwn ? { artworkId } : held && { orderId: held.orderId };
  const [originals, setOriginals] = useState<Readonly<Record<string, Original>>>({});
  /** Of the files in memory; null once the viewer is closed. */
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

  // The right to see it can be known later than that it is wanted.
  useEffect(() => {
    if (isWanted && source && !original) void load(source);
  });

  return {
    /** True if the viewer may see it, so that its pixels are what 100 % means. */
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
