import { MESSAGES } from "#shared/messages.ts";
import { EmptyFrame } from "#web/ui/empty-frame.tsx";
import { FailurePage } from "#web/ui/error-page.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

export default function NotFoundScreen() {
  return (
    <FailurePage
      code="404"
      text={MESSAGES.notFound}
      illustration={<EmptyFrame />}
      action={
        <ButtonLink to="/" size="lg">
          Go home
        </ButtonLink>
      }
    />
  );
}
