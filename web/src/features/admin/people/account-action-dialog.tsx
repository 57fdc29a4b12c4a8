import { Dialog } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { ApiError } from "#web/api/response.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

interface AccountActionDialogProps<Body extends FieldValues> {
  readonly title: string;
  /** States every effect of the action. */
  readonly text: string;
  readonly action: string;
  readonly isDanger?: boolean;
  /** The contract's body without the version. */
  readonly schema: z.ZodMiniType<Body, FieldValues>;
  /** Who reads the reason besides the log. */
  readonly hint: string;
  readonly onSubmit: (body: Body) => Promise<unknown>;
  /** Reads the account again, after the action or if it changed meanwhile. */
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
  /** Fields besides the reason. */
  readonly children?: ReactNode;
}

/** An operator's action on an account, with its reason. */
export function AccountActionDialog<Body extends FieldValues>({
  title,
  text,
  action,
  isDanger = false,
  schema,
  hint,
  onSubmit,
  onChanged,
  onClose,
  children,
}: AccountActionDialogProps<Body>) {
  const form = useContractForm({
    schema,
    defaultValues: {},
    onSubmit: async (body) => {
      try {
        await onSubmit(body);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) onChanged();
        throw error;
      }
      onChanged();
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      <Dialog.Description>{text}</Dialog.Description>
      <Form form={form} label={title}>
        {children}
        <TextAreaField name="reason" label="Reason" hint={hint} max={LIMITS.operatorReason.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged {...(isDanger ? { colorPalette: "red" } : {})}>
            {action}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
