import { chakra, Heading } from "@chakra-ui/react";
import { readPayouts } from "#shared/contract/onboarding.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useRead } from "#web/api/use-read.ts";
import { PayoutList, SellerBalance } from "#web/features/selling/payouts.tsx";
import { AccountButton, Outstanding } from "#web/features/selling/seller-state.tsx";
import { useOnboarding } from "#web/features/selling/use-onboarding.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const IN_PLACE = ["onboarding_not_begun", "payouts_unavailable"] as const;

/** A seller's Stripe account: balance, payouts, and outstanding requirements. */
export default function PayoutsScreen() {
  const { id: userId } = useSignedIn();
  const onboarding = useOnboarding();
  const payouts = useRead(
    readPayouts,
    { params: { userId } },
    { revalidateOnMount: true, errorMessage: MESSAGES.failedFetchPayouts, inPlace: IN_PLACE },
  );
  if (payouts.error?.code === "onboarding_not_begun") {
    return (
      <PageContainer title="Payouts">
        <Heading as="h1" size="4xl">
          Payouts
        </Heading>
        <EmptyState
          title="You don't have a seller account yet"
          text="Your earnings and payouts appear here once you sell."
          action={<ButtonLink to="/onboarding">Become a seller</ButtonLink>}
        />
      </PageContainer>
    );
  }
  return (
    <PageContainer title="Payouts" width="small">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4" mb="8">
        <Heading as="h1" size="4xl">
          Payouts
        </Heading>
        <AccountButton>Open Stripe</AccountButton>
      </chakra.div>
      {onboarding.data && <Outstanding {...onboarding.data} />}
      {payouts.error?.code === "payouts_unavailable" ? (
        <Notice kind="error">{payouts.error.message}. You can see them at Stripe: choose “Open Stripe”.</Notice>
      ) : (
        <ReadResult read={payouts} fallback={<SkeletonColumns count={4} isNarrow label="Loading your payouts" />}>
          {(data) => (
            <>
              <SellerBalance {...data} />
              <PayoutList payouts={data.payouts} />
            </>
          )}
        </ReadResult>
      )}
    </PageContainer>
  );
}
