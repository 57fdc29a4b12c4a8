import { Button, chakra, Dialog } from "@chakra-ui/react";
import { useNavigate } from "react-router-dom";
import { deleteCollection, updateCollection } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import { type Collection, CollectionForm } from "#shared/model/collection.ts";
import { send } from "#web/api/send.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateCollections } from "./use-invalidate-collections.ts";

const VISIBILITY_CHOICES = [
  { value: "public", label: "Everyone", text: "Anyone can open its page" },
  { value: "private", label: "Private", text: "Only you and people you invite can open its page" },
];

interface CollectionDetailsProps {
  readonly collection: Collection;
  readonly onSaved: () => void;
}

/** Title, description and visibility. */
function CollectionDetails({ collection, onSaved }: CollectionDetailsProps) {
  const { collectionId, collectionTitle, collectionDescription, collectionVisibility } = collection;
  const changed = useInvalidateCollections();
  const form = useContractForm({
    schema: CollectionForm,
    defaultValues: { collectionTitle, collectionDescription, collectionVisibility },
    onSubmit: async (body) => {
      await send(updateCollection, { params: { collectionId }, body }, { errorMessage: "The collection wasn't saved" });
      toast.success("Collection saved");
      await changed(collectionId);
      onSaved();
    },
  });
  return (
    <Form form={form} label="Collection">
      <TextField name="collectionTitle" label="Title" max={LIMITS.collectionTitle.max} />
      <TextAreaField name="collectionDescription" label="Description" max={LIMITS.collectionDescription.max} optional />
      <ChoiceField name="collectionVisibility" label="Who can see it?" options={VISIBILITY_CHOICES} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

interface EditDialogProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

export default function EditDialog({ collection, onClose }: EditDialogProps) {
  const navigate = useNavigate();
  const changed = useInvalidateCollections();
  const { collectionId, collectionTitle } = collection;

  async function remove() {
    await send(deleteCollection, { params: { collectionId } }, { errorMessage: "The collection wasn't deleted" });
    toast.success("Collection deleted");
    void navigate("/gallery?tab=collections", { replace: true });
    await changed();
  }

  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Edit collection</Dialog.Title>
      <CollectionDetails collection={collection} onSaved={onClose} />
      <chakra.div display="flex" justifyContent="space-between" gap="3" flexWrap="wrap">
        <Confirm
          title={`Delete “${collectionTitle}”?`}
          text="Only the collection is deleted; its artwork stays. This can't be undone."
          action="Delete collection"
          onConfirm={remove}
          trigger={
            <Button variant="outline" colorPalette="red">
              Delete…
            </Button>
          }
        />
        <DialogButtons />
      </chakra.div>
    </ModalDialog>
  );
}
