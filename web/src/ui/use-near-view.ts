import { type RefObject, useEffect, useState } from "react";

/** Distance from the viewport that counts as near. */
const NEAR_VIEW = "400px 0px";

/** True once an element has been near the viewport; defers expensive content. */
export function useNearView(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR_VIEW },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
