import { chakra } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import { useNavLinks } from "#web/features/layout/nav-links.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSession } from "#web/session/use-session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

const BECOME_SELLER = { label: "Become a seller", to: "/onboarding" } as const;

/** Link to the onboarding, if the stage has it. */
export function BecomeSellerLink() {
  if (!useNavLinks().isAvailable(BECOME_SELLER)) return null;
  return (
    <chakra.div marginTop="3">
      <ButtonLink to={BECOME_SELLER.to} size="sm">
        {BECOME_SELLER.label}
      </ButtonLink>
    </chakra.div>
  );
}

/** Explains why a user can't sell yet: no payments on this stage, or an incomplete onboarding. */
export function SellingNotice() {
  const { payments, known } = useFeatures();
  const { user } = useSession();
  if (!known || (payments && user?.onboarded !== false)) return null;
  return (
    <chakra.div marginY="6">
      <Notice>
        {payments ? MESSAGES.sellerBanner : MESSAGES.tradingUnavailable}
        {payments && <BecomeSellerLink />}
      </Notice>
    </chakra.div>
  );
}
