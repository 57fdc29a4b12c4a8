import { Dialog } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { useFinalFocus } from "./final-focus.ts";
import { DraftMails, type ReadMails } from "./mail-previews.tsx";

interface ActionDialogProps<Body extends FieldValues> {
  readonly title: string;
  /** States every effect of the action. */
  readonly text?: string;
  readonly action: string;
  readonly isDanger?: boolean;
  /** Shape of the reason and of the other fields. */
  readonly schema: z.ZodMiniType<Body, FieldValues>;
  readonly defaultValues?: FieldValues;
  /** True if the button waits for a change of the default values. */
  readonly needsChange?: boolean;
  readonly reasonLabel?: string;
  /** Who reads the reason. */
  readonly hint?: string;
  /** The dialog closes once this resolves and stays open when it rejects. */
  readonly onSubmit: (body: Body) => Promise<unknown>;
  readonly onClose: () => void;
  /** Reads the mails that the action would send, which are shown with the texts typed so far. */
  readonly readMails?: ReadMails;
  /** Fields besides the reason. */
  readonly children?: ReactNode;
}

/** An operator's action with its reason. */
export function ActionDialog<Body extends FieldValues>({
  title,
  text,
  action,
  isDanger = false,
  schema,
  defaultValues = {},
  needsChange = false,
  reasonLabel = "Reason",
  hint,
  onSubmit,
  onClose,
  readMails,
  children,
}: ActionDialogProps<Body>) {
  const finalFocus = useFinalFocus();
  const form = useContractForm({
    schema,
    defaultValues,
    onSubmit: async (body) => {
      await onSubmit(body);
      onClose();
    },
  });
  return (
    <ModalDialog finalFocusEl={finalFocus} onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      {text && <Dialog.Description>{text}</Dialog.Description>}
      <Form form={form} label={title}>
        {children}
        <TextAreaField name="reason" label={reasonLabel} hint={hint} max={LIMITS.operatorReason.max} />
        {readMails && <DraftMails readMails={readMails} />}
        <DialogButtons>
          <SubmitButton
            size="md"
            width="auto"
            mayBeUnchanged={!needsChange}
            {...(isDanger ? { colorPalette: "red" } : {})}
          >
            {action}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
