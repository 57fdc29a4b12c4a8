import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { FailurePage } from "./error-page.tsx";
import { ButtonLink } from "./site-link.tsx";

/** Replaces the page from which an account was closed. */
export function GoodbyePage() {
  const page = useRef<HTMLDivElement>(null);
  // Done here because no navigation led to this page.
  useEffect(() => {
    window.scrollTo(0, 0);
    page.current?.focus({ preventScroll: true });
  }, []);
  return (
    <chakra.div ref={page} tabIndex={-1} outline="none">
      <FailurePage
        heading="Goodbye"
        text="Your account is closed. We sent you an email that says what becomes of your orders and your money. Thank you for having been here."
        action={
          <ButtonLink to="/" size="lg">
            Look at artwork
          </ButtonLink>
        }
      />
    </chakra.div>
  );
}
