import { FailurePage } from "./error-page.tsx";
import { ButtonLink } from "./site-link.tsx";

/** The last page of an account, in the place of the one from which it was closed. */
export function GoodbyePage() {
  return (
    <FailurePage
      heading="Goodbye"
      text="Your account is closed. We sent you an email that says what becomes of your orders and your money. Thank you for having been here."
      action={
        <ButtonLink to="/" size="lg">
          Look at artwork
        </ButtonLink>
      }
    />
  );
}
