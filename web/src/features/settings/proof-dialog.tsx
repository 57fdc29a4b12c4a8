import { Dialog, Skeleton } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { proveOwner, readProofOptions } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type FactorChoice, PasswordProof } from "#shared/model/second-factor.ts";
import type { RouteBodyInput } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import { FactorForm } from "#web/features/accounts/factor-form.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

type Proof = RouteBodyInput<typeof proveOwner>;

const failed = { errorMessage: MESSAGES.failedSecondFactor } as const;

function PasswordPrompt({ onProof }: { readonly onProof: (proof: Proof) => Promise<unknown> }) {
  const form = useContractForm({
    schema: PasswordProof,
    defaultValues: { kind: "password", userPassword: "" },
    onSubmit: onProof,
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus("userPassword"), [setFocus]);
  return (
    <Form form={form} label="Confirm">
      <PasswordField name="userPassword" label="Password" autoComplete="current-password" max={LIMITS.password.max} />
      <DialogButtons>
        <SubmitButton size="md">Confirm</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

interface ProofDialogProps {
  readonly onClose: (isProven?: boolean) => void;
}

/** Asks for a proof of the owner by a second factor or, without one, the password. */
export default function ProofDialog({ onClose }: ProofDialogProps) {
  const { id: userId } = useSignedIn();
  const [choice, setChoice] = useState<FactorChoice>();

  useEffect(() => {
    let isShown = true;
    send(readProofOptions, { params: { userId } }, failed).then(
      (answer) => isShown && setChoice(answer),
      () => isShown && onClose(),
    );
    return () => {
      isShown = false;
    };
  }, [userId, onClose]);

  async function prove(body: Proof) {
    const params = { userId };
    try {
      await send(proveOwner, { params, body }, failed);
    } catch (error) {
      // A challenge is valid once, so a retry needs a new one.
      if (body.kind === "passkey") setChoice(await send(readProofOptions, { params }, failed));
      throw error;
    }
    onClose(true);
  }

  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{MESSAGES.proofRequired}</Dialog.Title>
      <Dialog.Description>You won't be asked again for ten minutes.</Dialog.Description>
      {!choice && <Skeleton height="10rem" />}
      {choice?.password && <PasswordPrompt onProof={prove} />}
      {choice && !choice.password && (
        <FactorForm
          choice={choice}
          onProof={prove}
          label="Confirm"
          actions={(submit) => <DialogButtons>{submit}</DialogButtons>}
        />
      )}
    </ModalDialog>
  );
}
