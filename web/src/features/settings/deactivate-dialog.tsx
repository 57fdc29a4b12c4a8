import { Dialog } from "@chakra-ui/react";
import { deactivateUser } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { DeactivationForm } from "#shared/model/account.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

interface DeactivateDialogProps {
  readonly settings: Settings;
  /** A sentence about a seller's balance; null for others. */
  readonly balance: string | null;
  readonly onClose: () => void;
}

/** Confirms the deactivation with the password; it ends the session, so the guard shows the goodbye page. */
export default function DeactivateDialog({ settings, balance, onClose }: DeactivateDialogProps) {
  const { end } = useSession();
  const form = useContractForm({
    schema: DeactivationForm,
    defaultValues: { userPassword: "" },
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      const { message } = await send(deactivateUser, { params, body }, { errorMessage: MESSAGES.failedDeactivate });
      end(message);
    },
  });
  return (
    <ModalDialog role="alertdialog" onClose={onClose}>
      <Dialog.Title>Close {settings.userUsername}'s account?</Dialog.Title>
      <Dialog.Description>
        Your account, profile and artwork are removed at once. This can't be undone. {balance && `${balance} `}
        Enter your password to confirm.
      </Dialog.Description>
      <Form form={form} label="Close account">
        <PasswordField name="userPassword" label="Password" autoComplete="current-password" max={LIMITS.password.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto" colorPalette="red">
            Close account
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
