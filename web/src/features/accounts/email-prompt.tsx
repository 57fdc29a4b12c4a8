import { useEffect } from "react";
import { LIMITS } from "#shared/limits.ts";
import { EmailForm } from "#shared/model/account.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

interface EmailPromptProps {
  readonly label: string;
  /** The button's label. */
  readonly action: string;
  readonly onSubmit: (body: { userEmail: string }) => Promise<unknown>;
}

/** Asks for the e-mail address to send a link to; its field takes the focus. */
export function EmailPrompt({ label, action, onSubmit }: EmailPromptProps) {
  const form = useContractForm({ schema: EmailForm, defaultValues: { userEmail: "" }, onSubmit });
  const { setFocus } = form.form;
  useEffect(() => setFocus("userEmail"), [setFocus]);
  return (
    <Form form={form} label={label}>
      <TextField name="userEmail" label="Email" type="email" autoComplete="email" max={LIMITS.email.max} />
      <SubmitButton>{action}</SubmitButton>
    </Form>
  );
}
