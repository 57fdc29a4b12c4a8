import { Navigate } from "react-router-dom";
import { SellerState } from "#web/features/selling/seller-state.tsx";
import { useOnboarding } from "#web/features/selling/use-onboarding.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

/** Stripe returns the browser here, whether or not everything was entered. */
export default function Onboarded() {
  return (
    <PageContainer title="Seller account" width="small">
      <ReadResult
        read={useOnboarding()}
        fallback={<SkeletonColumns count={2} isNarrow label="Loading your seller account" />}
      >
        {(onboarding) => (onboarding.country ? <SellerState onboarding={onboarding} /> : <Navigate to="/onboarding" replace />)}
      </ReadResult>
    </PageContainer>
  );
}
