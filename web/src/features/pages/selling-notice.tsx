import { chakra } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import { BecomeSellerLink } from "#web/features/selling/become-seller-link.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSession } from "#web/session/use-session.ts";
import { Notice } from "#web/ui/notice.tsx";

/** What stands between a person and selling: the stage without payments, or the onboarding that they haven't done. */
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
