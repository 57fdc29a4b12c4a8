import { Badge, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { changeEmail } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { EmailChangeForm } from "#shared/model/account.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { rememberLinkRequest } from "#web/features/accounts/link-request.ts";
import { Form } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SaveButton, SettingsSection } from "./settings-section.tsx";

const EMPTY = { userEmail: "", userCurrent: "" };

function CurrentEmail({ settings: { userEmail, verified } }: { readonly settings: Settings }) {
  return (
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="2.5">
      <chakra.strong fontWeight="semibold" overflowWrap="anywhere">
        {userEmail}
      </chakra.strong>
      <Badge>{verified ? "Verified" : "Not verified"}</Badge>
    </chakra.p>
  );
}

export function EmailSection({ settings }: { readonly settings: Settings }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const isWaiting = sentTo !== null && sentTo.toLowerCase() !== settings.userEmail.toLowerCase();
  const form = useContractForm({
    schema: EmailChangeForm,
    defaultValues: EMPTY,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      await send(changeEmail, { params, body }, { errorMessage: MESSAGES.failedUpdateEmail });
      rememberLinkRequest("email-change");
      setSentTo(body.userEmail);
      form.form.reset(EMPTY);
    },
  });
  return (
    <SettingsSection
      id="email"
      title="Email"
      text="Only you see it. A new address takes effect once you open the link we send to it."
    >
      <CurrentEmail settings={settings} />
      {isWaiting && (
        <Notice>
          We sent a link to <strong>{sentTo}</strong>. Until you open it, {settings.userEmail} stays your email.
        </Notice>
      )}
      <Form form={form} label="Email">
        <TextField name="userEmail" label="New email" type="email" autoComplete="email" max={LIMITS.email.max} />
        <PasswordField
          name="userCurrent"
          label="Current password"
          autoComplete="current-password"
          max={LIMITS.password.max}
        />
        <SaveButton>Change email</SaveButton>
      </Form>
    </SettingsSection>
  );
}
