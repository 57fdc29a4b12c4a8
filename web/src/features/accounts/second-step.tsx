import { Button, Heading, Skeleton, Stack, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { completeLogin, readLoginFactors } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { FactorChoice, SecondFactor } from "#shared/model/second-factor.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { FactorForm } from "./factor-form.tsx";

interface SecondStepProps {
  /** Returns to the password, at the user's request or because the log-in has expired. */
  readonly onBack: () => void;
}

const failed = { errorMessage: MESSAGES.failedSecondFactor } as const;

/** The second step of a log-in that a cookie identifies. */
export default function SecondStep({ onBack }: SecondStepProps) {
  const { begin } = useSession();
  const [choice, setChoice] = useState<FactorChoice>();

  useEffect(() => {
    let isShown = true;
    send(readLoginFactors, {}, failed).then(
      (answer) => isShown && setChoice(answer),
      () => isShown && onBack(),
    );
    return () => {
      isShown = false;
    };
  }, [onBack]);

  async function prove(body: SecondFactor) {
    try {
      begin(await send(completeLogin, { body }, failed));
    } catch (error) {
      if (error instanceof ApiError && error.code === "second_factor_expired") onBack();
      // A challenge is valid once, so a retry needs a new one.
      else if (body.kind === "passkey") setChoice(await send(readLoginFactors, {}, failed));
      throw error;
    }
  }

  return (
    <Stack gap="5">
      <Heading as="h2" size="2xl">
        Second factor
      </Heading>
      <Text color="fg.muted">Your password is correct. Now enter your second factor.</Text>
      {choice ? <FactorForm choice={choice} onProof={prove} label="Log in" /> : <Skeleton height="14rem" />}
      <Button variant="plain" size="sm" color="fg.muted" onClick={onBack}>
        Start again
      </Button>
    </Stack>
  );
}
