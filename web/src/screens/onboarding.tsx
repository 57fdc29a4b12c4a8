import { chakra, Heading } from "@chakra-ui/react";
import { SellerForm } from "#web/features/selling/seller-form.tsx";
import { SellerState } from "#web/features/selling/seller-state.tsx";
import { useOnboarding } from "#web/features/selling/use-onboarding.ts";
import { Reading } from "#web/ui/reading.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

/** Becoming a seller; whoever has begun sees how far they are instead. */
export default function Onboarding() {
  return (
    <Screen title="Become a seller" width="small">
      <Reading of={useOnboarding()} while={<SkeletonColumns count={4} isNarrow label="Loading your seller account" />}>
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
            </>
          )
        }
      </Reading>
    </Screen>
  );
}
