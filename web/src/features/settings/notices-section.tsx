import { chakra } from "@chakra-ui/react";
import { useFormContext } from "react-hook-form";
import { updatePreferences } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATION_KINDS, NoticeSwitches, type NotificationKind } from "#shared/model/notifications.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { CheckBox } from "#web/ui/form/check-box.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { usePatchSettings } from "./use-settings.ts";

const Cell = chakra("td", { base: { textAlign: "center", verticalAlign: "middle", py: "2.5", px: "1" } });
const Head = chakra("th", { base: { textStyle: "sm", fontWeight: "medium", color: "fg.muted", pb: "1", px: "1" } });

function Row({ label, bell, mail }: NotificationKind) {
  const { register } = useFormContext();
  const box = (name: NotificationKind["bell"], way: string) => (
    <Cell>
      {name ? (
        <CheckBox aria-label={`${label}, ${way}`} {...register(name)} />
      ) : (
        <chakra.span textStyle="xs" color="fg.muted">
          {way === "bell" ? "Always" : "–"}
        </chakra.span>
      )}
    </Cell>
  );
  return (
    <chakra.tr borderTopWidth="1px">
      <chakra.th scope="row" textAlign="start" fontWeight="normal" whiteSpace="normal" py="2.5" pe="2">
        {label}
      </chakra.th>
      {box(bell, "bell")}
      {box(mail, "email")}
    </chakra.tr>
  );
}

/** Switches of notifications in the bell and by mail. */
export function NoticesSection({ settings }: { readonly settings: Settings }) {
  const changed = usePatchSettings();
  const form = useContractForm({
    schema: NoticeSwitches,
    defaultValues: settings.preferences.userNotices,
    follows: true,
    onSubmit: async (chosen) => {
      const preferences = { ...settings.preferences, userNotices: chosen };
      const call = { params: { userId: settings.id }, body: preferences };
      await send(updatePreferences, call, { errorMessage: MESSAGES.failedUpdatePreferences });
      form.form.reset(chosen);
      await changed({ preferences });
    },
  });
  return (
    <SettingsSection
      id="notices"
      title="Notifications"
      text="What the bell shows, and what we email you. Emails about your account, your purchases, refunds and disputes are always sent."
    >
      <Form form={form} label="Notifications">
        <chakra.table w="full" tableLayout="fixed" borderCollapse="collapse">
          <thead>
            <tr>
              <Head scope="col" textAlign="start">
                Tell me about
              </Head>
              <Head scope="col" w="16">
                Bell
              </Head>
              <Head scope="col" w="16">
                Email
              </Head>
            </tr>
          </thead>
          <tbody>
            {Object.values(NOTIFICATION_KINDS).map((row) => (
              <Row key={row.label} {...row} />
            ))}
          </tbody>
        </chakra.table>
        <SaveButton>Save notifications</SaveButton>
      </Form>
    </SettingsSection>
  );
}
