import { MESSAGES } from "#shared/messages.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { FailurePage } from "#web/ui/error-page.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

export default function NotFoundScreen() {
  return (
    <FailurePage
      code="404"
      text={MESSAGES.notFound}
      illustration={<EmptyFrameIllustration />}
      action={
        <ButtonLink to="/" size="lg">
          Go home
        </ButtonLink>
      }
    />
  );
}
