import { LIMITS } from "#shared/limits.ts";
import { EmailForm as EmailSchema } from "#shared/model/account.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

interface EmailFormProps {
  readonly label: string;
  /** The button's label. */
  readonly action: string;
  readonly onSubmit: (body: { userEmail: string }) => Promise<unknown>;
}

/** Asks for the address that a link is sent to. */
export function EmailForm({ label, action, onSubmit }: EmailFormProps) {
  const form = useContractForm({ schema: EmailSchema, defaultValues: { userEmail: "" }, onSubmit });
  return (
    <Form of={form} label={label}>
      <TextField name="userEmail" label="Email" type="email" autoComplete="email" max={LIMITS.email.max} />
      <SubmitButton>{action}</SubmitButton>
    </Form>
  );
}
