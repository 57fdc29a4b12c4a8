import { chakra, Heading } from "@chakra-ui/react";
import { startOnboarding } from "#shared/contract/onboarding.ts";
import { OnboardingForm } from "#shared/model/profile.ts";
import { send } from "#web/api/send.ts";
import { FORMATTED_LIMITS } from "#web/features/pages/formatted-limits.ts";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { SellerState } from "#web/features/selling/seller-state.tsx";
import { useOnboarding } from "#web/features/selling/use-onboarding.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { CountryField } from "#web/ui/form/country-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

/** Asks for the business's country; the API then redirects to Stripe for the rest. */
function SellerForm() {
  const { id: userId } = useSignedIn();
  const form = useContractForm({
    schema: OnboardingForm,
    defaultValues: { userBusinessAddress: "" },
    onSubmit: async (body) => {
      await send(startOnboarding, { params: { userId }, body }, { errorMessage: "Onboarding couldn't start" });
    },
  });
  return (
    <Form form={form} label="Become a seller">
      <CountryField
        name="userBusinessAddress"
        label="Country of your business"
        isForSelling
        hint="Where you are registered or live. It can't be changed later."
      />
      <SubmitButton>Continue to Stripe</SubmitButton>
    </Form>
  );
}

const STEPS: readonly Step[] = [
  {
    title: "Stripe asks who you are",
    text: "Your name and date of birth, what you sell, proof of your identity and the bank account for your earnings.",
  },
  {
    title: "You come back here",
    text: "Something is missing, or you had to stop? This page tells you what and picks up where you left off.",
  },
  {
    title: "You set your prices",
    text: `${FORMATTED_LIMITS.lowestPrice} to ${FORMATTED_LIMITS.highestPrice} for a license, and what you set is yours, less a fee of ${FORMATTED_LIMITS.sellerFee}.`,
  },
];

/** Starts a seller's onboarding, or shows its state. */
export default function Onboarding() {
  return (
    <PageContainer title="Become a seller" width="small">
      <ReadResult
        read={useOnboarding()}
        fallback={<SkeletonColumns count={2} isNarrow label="Loading your seller account" />}
      >
        {(onboarding) =>
          onboarding.country ? (
            <SellerState onboarding={onboarding} />
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
              <Steps steps={STEPS} />
            </>
          )
        }
      </ReadResult>
    </PageContainer>
  );
}
