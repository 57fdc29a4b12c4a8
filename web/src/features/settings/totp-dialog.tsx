import { chakra, Dialog } from "@chakra-ui/react";
import { confirmTotp } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { TotpConfirmation } from "#shared/model/second-factor.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

export interface NewTotp {
  readonly secret: string;
  readonly address: string;
}

interface TotpDialogProps {
  readonly totp: NewTotp;
  readonly onClose: () => void;
  /** Receives the recovery codes after an account's first factor, else null. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => unknown;
}

/** Shows the secret for an authenticator app and asks for its first code. */
export function TotpDialog({ totp: { secret, address }, onClose, onAdded }: TotpDialogProps) {
  const { id: userId } = useSignedIn();
  const form = useContractForm({
    schema: TotpConfirmation,
    defaultValues: { code: "" },
    onSubmit: async (body) => {
      const added = await send(confirmTotp, { params: { userId }, body }, { errorMessage: MESSAGES.failedFactors });
      await onAdded(added.recoveryCodes);
    },
  });
  return (
    <ModalDialog closeOnInteractOutside={false} onClose={onClose}>
      <Dialog.Title>Add an authenticator app</Dialog.Title>
      <Dialog.Description>
        Scan the QR code with the app, or enter the key there. Then type the code that the app shows.
      </Dialog.Description>
      <chakra.div alignSelf="center" borderRadius="l2" overflow="hidden">
        <QrCode value={address} label="QR code with the key" side="12rem" />
      </chakra.div>
      <CopyValue value={secret} label="Key" />
      <Form form={form} label="Add an authenticator app">
        <TextField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          hint="Six digits that change every 30 seconds"
        />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Add app
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
