import { MESSAGES } from "#shared/messages.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

/** Shown to an operator whose account has no second factor. */
export function SecondFactorMissing() {
  return (
    <PageContainer title="Administration" width="small">
      <PageHeading
        title="Administration"
        text={`${MESSAGES.secondFactorMissing}. It opens other people's accounts, so a password alone isn't enough.`}
      />
      <ButtonLink to="/settings/second-factor" size="lg">
        Add a second factor
      </ButtonLink>
    </PageContainer>
  );
}
