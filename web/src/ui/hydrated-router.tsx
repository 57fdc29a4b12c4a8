import { type ReactNode, useEffect } from "react";
import { BrowserRouter, createPath, useLocation } from "react-router-dom";

/** The router listens once the page is hydrated; a press of Back until then has changed the address alone. */
function CaughtUp({ children }: { readonly children: ReactNode }) {
  const routed = createPath(useLocation());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have missed one
  useEffect(() => {
    if (routed !== createPath(window.location)) window.dispatchEvent(new PopStateEvent("popstate"));
  }, []);
  return children;
}

/**
 * The site's router, which shows the page of the address however early somebody went back or forward. Each part has one
 * child, as a server's router does: React counts siblings into the ids that both give.
 */
export function HydratedRouter({ children }: { readonly children: ReactNode }) {
  return (
    <BrowserRouter>
      <CaughtUp>{children}</CaughtUp>
    </BrowserRouter>
  );
}
