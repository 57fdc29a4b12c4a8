import { Dialog } from "@chakra-ui/react";
import { addPasskey, beginPasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PasskeyName } from "#shared/model/second-factor.ts";
import { send } from "#web/api/send.ts";
import { createPasskey } from "#web/features/accounts/web-authn.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

interface PasskeyDialogProps {
  readonly onClose: () => void;
  /** Receives the recovery codes after an account's first factor, else null. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => unknown;
}

const failed = { errorMessage: MESSAGES.failedFactors } as const;

/** Names a passkey and has the browser create it. */
export function PasskeyDialog({ onClose, onAdded }: PasskeyDialogProps) {
  const params = { userId: useSignedIn().id };
  const form = useContractForm({
    schema: PasskeyName,
    defaultValues: { name: "" },
    onSubmit: async ({ name }) => {
      const { options } = await send(beginPasskey, { params }, failed);
      const registration = await createPasskey(options);
      if (!registration) return;
      const added = await send(addPasskey, { params, body: { name, registration } }, failed);
      await onAdded(added.recoveryCodes);
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Add a passkey</Dialog.Title>
      <Dialog.Description>
        Your browser asks for your fingerprint, face or PIN. After that, the passkey logs you in without a password.
      </Dialog.Description>
      <Form form={form} label="Add a passkey">
        <TextField
          name="name"
          label="Name"
          autoComplete="off"
          max={LIMITS.passkey.name}
          hint="A name to recognize it by, such as “My phone”"
        />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Continue
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
