import { Button, chakra, Stack, Text } from "@chakra-ui/react";
import KeyRound from "lucide-react/icons/key-round";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FactorChoice, RecoveryProof, type SecondFactor, TotpProof } from "#shared/model/second-factor.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { canUsePasskeys, signByPasskey } from "./web-authn.ts";

interface FactorFormProps {
  /** The account's second factors. */
  readonly choice: FactorChoice;
  /** Sends the proof; a thrown ApiError is shown at the field. */
  readonly onProof: (proof: SecondFactor) => Promise<unknown>;
  /** Labels of form and button. */
  readonly label: string;
  /** Renders the submit button, which is null while no field is shown. */
  readonly actions?: (submit: ReactNode) => ReactNode;
}

type CodeFormProps = Pick<FactorFormProps, "onProof" | "label"> & {
  readonly actions: NonNullable<FactorFormProps["actions"]>;
};

function TotpForm({ onProof, label, actions }: CodeFormProps) {
  const form = useContractForm({ schema: TotpProof, defaultValues: { kind: "totp", code: "" }, onSubmit: onProof });
  return (
    <Form form={form} label={label}>
      <TextField
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        hint="The six digits in your authenticator app"
      />
      {actions(<SubmitButton>{label}</SubmitButton>)}
    </Form>
  );
}

function RecoveryForm({ onProof, label, actions }: CodeFormProps) {
  const form = useContractForm({
    schema: RecoveryProof,
    defaultValues: { kind: "recovery", code: "" },
    onSubmit: onProof,
  });
  return (
    <Form form={form} label={label}>
      <TextField
        name="code"
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="One of the ten you saved. Each works once."
      />
      {actions(<SubmitButton>{label}</SubmitButton>)}
    </Form>
  );
}

/** Asks for a second factor: a passkey, a code, or a recovery code in place of both. */
export function FactorForm({ choice, onProof, label, actions = (submit) => submit }: FactorFormProps) {
  const [isRecovering, setRecovering] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const { passkey, totp, recovery } = choice;
  const parts = useRef<HTMLDivElement>(null);

  // The previously focused field of the last step or the other kind of code is unmounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the kind of code brings another field.
  useEffect(() => {
    (parts.current?.querySelector("input") ?? parts.current?.querySelector("button"))?.focus();
  }, [isRecovering]);

  async function signBy(options: NonNullable<FactorChoice["passkey"]>) {
    setSigning(true);
    try {
      const assertion = await signByPasskey(options);
      // The API client shows a failure in a toast.
      if (assertion) await onProof({ kind: "passkey", assertion }).catch(() => {});
    } finally {
      setSigning(false);
    }
  }

  return (
    <Stack gap="5" ref={parts}>
      {passkey && canUsePasskeys() && (
        <Button
          size="lg"
          variant={totp ? "outline" : "solid"}
          {...(totp ? { colorPalette: "neutral" } : {})}
          loading={isSigning}
          loadingText="Use a passkey"
          onClick={() => void signBy(passkey)}
        >
          <KeyRound aria-hidden />
          Use a passkey
        </Button>
      )}
      {passkey && totp && !isRecovering && (
        <Text textAlign="center" color="fg.muted" textStyle="sm">
          or
        </Text>
      )}
      {isRecovering ? (
        <RecoveryForm {...{ onProof, label, actions }} />
      ) : totp ? (
        <TotpForm {...{ onProof, label, actions }} />
      ) : (
        actions(null)
      )}
      {recovery && (
        <chakra.div textAlign="center">
          <Button
            variant="plain"
            size="sm"
            textDecoration="underline"
            height="auto"
            py="2"
            onClick={() => setRecovering(!isRecovering)}
          >
            {isRecovering ? "Back" : "Use a recovery code"}
          </Button>
        </chakra.div>
      )}
    </Stack>
  );
}
