import { chakra, Heading } from "@chakra-ui/react";
import { SAID } from "#web/features/pages/numbers.ts";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { SellerForm } from "#web/features/selling/seller-form.tsx";
import { SellerState } from "#web/features/selling/seller-state.tsx";
import { useOnboarding } from "#web/features/selling/use-onboarding.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const NEXT: readonly Step[] = [
  {
    title: "Stripe asks who you are",
    text: "Your name and date of birth, what you sell, a proof of your identity and the bank account for your earnings.",
  },
  {
    title: "You come back here",
    text: "Something is missing, or you had to stop? This page says what, and goes on where you left.",
  },
  {
    title: "You set your prices",
    text: `${SAID.lowestPrice} to ${SAID.highestPrice} for a license, and what you set is yours, less a fee of ${SAID.sellerFee}.`,
  },
];

/** Becoming a seller; whoever has begun sees how far they are instead. */
export default function Onboarding() {
  return (
    <PageContainer title="Become a seller" width="small">
      <ReadResult
        of={useOnboarding()}
        while={<SkeletonColumns count={2} isNarrow label="Loading your seller account" />}
      >
        {(onboarding) =>
          onboarding.country ? (
            <SellerState of={onboarding} />
          ) : (
            <>
              <Heading as="h1" size="4xl">
                Become a seller
              </Heading>
              <chakra.p color="fg.muted" marginTop="3" marginBottom="8">
                Payments are handled by Stripe. There you say who you are and where your earnings should go; we never
                see your bank details. It takes about five minutes.
              </chakra.p>
              <SellerForm />
              <Heading as="h2" size="2xl" marginTop={{ base: "12", md: "16" }} marginBottom="6">
                What happens next
              </Heading>
              <Steps steps={NEXT} />
            </>
          )
        }
      </ReadResult>
    </PageContainer>
  );
}
