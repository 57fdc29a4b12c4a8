import { Dialog, SimpleGrid } from "@chakra-ui/react";
import { CuratedDaysForm } from "#shared/model/home-page.ts";
import type { DueDays } from "#shared/rules/due-days.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

interface DaysDialogProps {
  readonly title: string;
  readonly days: DueDays;
  readonly onSet: (days: { readonly from: string | null; readonly until: string | null }) => void;
  readonly onClose: () => void;
}

/** The days on which visitors get a curated artwork. */
export function DaysDialog({ title, days, onSet, onClose }: DaysDialogProps) {
  const form = useContractForm({
    schema: CuratedDaysForm,
    defaultValues: { from: days.from ?? "", until: days.until ?? "" },
    onSubmit: async ({ from, until }) => {
      onSet({ from: from || null, until: until || null });
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{`Days of ${title}`}</Dialog.Title>
      <Form form={form} label={`Days of ${title}`}>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField name="from" label="First day" type="date" hint="In UTC." optional />
          <TextField name="until" label="Last day" type="date" hint="In UTC." optional />
        </SimpleGrid>
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Set days
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
