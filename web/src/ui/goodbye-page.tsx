import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { FailurePage } from "./error-page.tsx";
import { ButtonLink } from "./site-link.tsx";

/** Replaces the page from which an account was closed. */
export function GoodbyePage() {
  const page = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // No navigation led to this page, and the dialog before it goes back to its own entry of the history, which scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again once the history has gone back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, 0);
      page.current?.focus({ preventScroll: true });
      // A reload would ask to log in to an account that is gone.
      window.history.replaceState(window.history.state, "", "/");
    });
    return () => cancelAnimationFrame(frame);
  }, [key]);
  return (
    <chakra.div ref={page} tabIndex={-1} outline="none">
      <FailurePage
        heading="Goodbye"
        text="Your account is closed. We emailed you what happens to your orders and your balance. Thank you for being here."
        action={
          <ButtonLink to="/" size="lg">
            Browse artwork
          </ButtonLink>
        }
      />
    </chakra.div>
  );
}
