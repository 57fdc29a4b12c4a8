import { startTransition, useEffect, useRef, useState } from "react";

/**
 * Follows one image: `waiting` while it is on its way, `arrived` once it is shown, `broken` when it never will be.
 * Markup from a server starts as `arrived`, so that the picture shows without any script.
 */
export function useArrival() {
  const image = useRef<HTMLImageElement>(null);
  const [arrival, setArrival] = useState<"waiting" | "arrived" | "broken">("arrived");
  useEffect(() => {
    // Dozens of pictures may begin to wait at once, and none of them is in a hurry to say so.
    if (image.current && !image.current.complete) startTransition(() => setArrival("waiting"));
  }, []);
  return { image, arrival, onLoad: () => setArrival("arrived"), onError: () => setArrival("broken") };
}
