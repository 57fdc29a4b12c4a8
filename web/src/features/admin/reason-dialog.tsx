import * as z from "zod/mini";
import { OperatorReason } from "#shared/model/operator.ts";
import { ActionDialog } from "./action-dialog.tsx";

const ReasonForm = z.object({ reason: OperatorReason });

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** The usual reason, which can be changed. */
  readonly usual: string;
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of an operator's action, which the log keeps. */
export const ReasonDialog = ({ usual, onConfirm, ...dialog }: ReasonDialogProps) => (
  <ActionDialog
    schema={ReasonForm}
    defaultValues={{ reason: usual }}
    hint="The log keeps it."
    onSubmit={({ reason }) => onConfirm(reason)}
    {...dialog}
  />
);
