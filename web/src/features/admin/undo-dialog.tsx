import { ReopenForm } from "#shared/model/case.ts";
import { ActionDialog } from "./action-dialog.tsx";

const EFFECTS: Readonly<Record<string, string>> = {
  take_down: "It is put back. Its artist and its reporter, if there is one, are told by email.",
  mark_mature: "The mark is removed, and the artist is told by email.",
  close: "Nobody is notified.",
  keep_payment: "Nobody is notified.",
};

interface UndoDialogProps {
  readonly outcome: string | null;
  readonly onUndo: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Undoes a decision for a reason; the item is open again. */
export default function UndoDialog({ outcome, onUndo, onClose }: UndoDialogProps) {
  return (
    <ActionDialog
      title="Undo"
      text={`${EFFECTS[outcome ?? ""]} The item is open again.`}
      action="Undo"
      schema={ReopenForm}
      defaultValues={{ reason: "" }}
      needsChange
      reasonLabel="Reason, for the operators"
      onSubmit={({ reason }) => onUndo(reason)}
      onClose={onClose}
    />
  );
}
