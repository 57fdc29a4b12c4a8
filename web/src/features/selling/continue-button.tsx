import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { startOnboarding } from "#shared/contract/onboarding.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** Goes on at the payment provider where it was left; the country was said before. */
export function ContinueButton({ country }: { readonly country: string }) {
  const { id: userId } = useSignedIn();
  const [isBusy, setBusy] = useState(false);

  async function goOn() {
    setBusy(true);
    try {
      const body = { userBusinessAddress: country };
      await send(startOnboarding, { params: { userId }, body }, { otherwise: "The onboarding didn't go on" });
    } catch {
      setBusy(false);
    }
  }

  return (
    <Button size="lg" loading={isBusy} onClick={() => void goOn()}>
      Continue at Stripe
    </Button>
  );
}
