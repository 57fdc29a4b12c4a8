import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { OperatorReason } from "#shared/model/operator.ts";
import { SynonymsChange } from "#shared/model/search-words.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { ActionDialog } from "../action-dialog.tsx";

const GroupForm = z.object({ add: z.nonoptional(SynonymsChange.shape.add), reason: OperatorReason });

interface GroupDialogProps {
  readonly title: string;
  /** Words of the group at first. */
  readonly words: string;
  /** The usual reason, which can be changed. */
  readonly usual: string;
  readonly onSave: (change: { readonly add: string; readonly reason: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A group of synonyms with the reason for it. */
export const GroupDialog = ({ words, usual, onSave, ...dialog }: GroupDialogProps) => (
  <ActionDialog
    action="Save"
    schema={GroupForm}
    defaultValues={{ add: words, reason: usual }}
    needsChange
    hint="The log keeps it."
    onSubmit={onSave}
    {...dialog}
  >
    <TextField
      name="add"
      label="Words"
      max={LIMITS.synonyms.max}
      hint="Single words with spaces between them, such as tram streetcar."
      autoComplete="off"
      autoCapitalize="none"
    />
  </ActionDialog>
);
