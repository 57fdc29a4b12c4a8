import { Button, chakra, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import * as admin from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  AccountAction,
  AccountErasure,
  type AccountMail,
  type AccountRecord,
  FactorsRemoval,
  RuledAccountAction,
} from "#shared/model/account-record.ts";
import type { UserId } from "#shared/model/ids.ts";
import { isPermitted, type OperatorAccount, type RequiredPermission } from "#shared/model/operator.ts";
import { OPERATOR_RULES } from "#shared/operator-rules.ts";
import { send } from "#web/api/send.ts";
import { DateTime, RelativeTime } from "#web/ui/date-time.tsx";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextButton } from "#web/ui/text-button.tsx";
import type { Draft } from "../mail-previews.tsx";
import { Part } from "../part.tsx";
import { RuleFields } from "../rule-fields.tsx";
import { AccountActionDialog } from "./account-action-dialog.tsx";

interface DialogProps {
  readonly account: AccountRecord;
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}

const FAILED = { errorMessage: MESSAGES.failedAccountAction };
const MAILED = "The account's owner reads it in an email, and the log keeps it.";

/** Reads the mail that an action would send to the account's owner. */
const createMailReader =
  (userId: UserId, action: AccountMail) =>
  async ({ reason, rule }: Draft) => {
    const sent = { params: { userId }, body: { action, reason, rule } };
    return (await send(admin.previewAccountMails, sent, { inPlace: ["invalid_request"] })).mails;
  };

const Reasoned = z.omit(AccountAction, { version: true });

function EndSessionsDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Log ${account.name} out everywhere?`}
      text="Every session ends, and mailed links for a new password stop working. The password stays."
      action="End all sessions"
      schema={Reasoned}
      hint={MAILED}
      readMails={createMailReader(userId, "end_sessions")}
      onSubmit={(body) => send(admin.endAccountSessions, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    />
  );
}

function PasswordCheck({ account: { passwordProvenAt }, onChanged }: Pick<DialogProps, "account" | "onChanged">) {
  return (
    <div role="status">
      {passwordProvenAt ? (
        <Text>
          Their password was entered <RelativeTime value={passwordProvenAt} />, up to the second factor.
        </Text>
      ) : (
        <>
          <Text>
            Nobody has entered their password in the last hour. Ask them to log in now, as far as the second factor.
          </Text>
          <TextButton onClick={onChanged}>Check again</TextButton>
        </>
      )}
    </div>
  );
}

function RemoveFactorsDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Remove ${account.name}'s second factors?`}
      text="For an owner who lost them and proved who they are. All second factors and recovery codes are removed, every session ends, and the owner gets an email."
      action="Remove second factors"
      isDanger
      schema={z.omit(FactorsRemoval, { version: true })}
      hint="The log keeps it."
      onSubmit={(body) => send(admin.removeAccountFactors, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    >
      <CheckField
        name="addressAnswered"
        label="They answered our email"
        text={`We wrote to ${account.email ?? "the account's address"}, and they replied from there.`}
      />
      <PasswordCheck account={account} onChanged={dialog.onChanged} />
    </AccountActionDialog>
  );
}

function SuspendDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Suspend ${account.name}?`}
      text="They can log in, download what they bought, refund, export and close the account, but not publish, comment, review, write messages, sell or buy. Their artwork stays visible and can't be bought. Payments that have started can be finished. Every page tells them, with your reason and a way to answer."
      action="Suspend account"
      isDanger
      schema={z.omit(RuledAccountAction, { version: true })}
      hint={MAILED}
      readMails={createMailReader(userId, "suspend")}
      onSubmit={(body) => send(admin.suspendAccount, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    >
      <RuleFields rules={OPERATOR_RULES.account} />
    </AccountActionDialog>
  );
}

function LiftSuspensionDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Lift ${account.name}'s suspension?`}
      text="They can publish, sell, buy and write again. Artwork that was taken down by itself stays down."
      action="Lift suspension"
      schema={Reasoned}
      hint={MAILED}
      readMails={createMailReader(userId, "lift_suspension")}
      onSubmit={(body) => send(admin.liftSuspension, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    />
  );
}

function BlockDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Block ${account.name}?`}
      text="They are logged out everywhere and can't log in. Their profile and artwork disappear until you unblock them; licenses stay valid."
      action="Block account"
      isDanger
      schema={z.omit(RuledAccountAction, { version: true })}
      hint={MAILED}
      readMails={createMailReader(userId, "block")}
      onSubmit={(body) => send(admin.blockAccount, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    >
      <RuleFields rules={OPERATOR_RULES.account} />
    </AccountActionDialog>
  );
}

function UnblockDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Unblock ${account.name}?`}
      text="They can log in again, and their profile and artwork are shown as before. Artwork that was taken down by itself stays down."
      action="Unblock account"
      schema={Reasoned}
      hint={MAILED}
      readMails={createMailReader(userId, "unblock")}
      onSubmit={(body) => send(admin.unblockAccount, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    />
  );
}

function ExportDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version } = account;
  return (
    <AccountActionDialog
      title={`Prepare a copy of ${account.name}'s data?`}
      text="It is made as if they had asked for it in their settings, where only they can download it. They get an email once it is ready."
      action="Prepare the copy"
      schema={Reasoned}
      hint={MAILED}
      readMails={createMailReader(userId, "export")}
      onSubmit={(body) => send(admin.startAccountExport, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    />
  );
}

function EraseDialog({ account, ...dialog }: DialogProps) {
  const { id: userId, version, closedAt } = account;
  return (
    <AccountActionDialog
      title={
        closedAt ? `Delete what is left of ${account.name}?` : `Close ${account.name}'s account and delete its data?`
      }
      text={
        closedAt
          ? "Deletes the log-in, sessions and second factors that a closed account may still have."
          : "Profile, artwork and personal data are deleted for good; unsold pictures too. Orders, licenses and their papers stay. This can't be undone."
      }
      action={closedAt ? "Delete what is left" : "Delete account"}
      isDanger
      schema={z.omit(AccountErasure, { version: true })}
      hint={closedAt ? "The log keeps it." : MAILED}
      readMails={createMailReader(userId, "erase")}
      onSubmit={(body) => send(admin.eraseAccount, { params: { userId }, body: { ...body, version } }, FAILED)}
      {...dialog}
    >
      <TextField
        name="username"
        label="Username"
        hint={
          <>
            Type <bdi>{account.name}</bdi> to confirm.
          </>
        }
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </AccountActionDialog>
  );
}

interface Action {
  readonly label: string;
  readonly route: { readonly permission: RequiredPermission };
  /** True if the account's state allows it. */
  readonly isPossible: (account: AccountRecord) => boolean;
  readonly isDanger?: boolean;
  readonly Dialog: (props: DialogProps) => ReactNode;
}

/** Not closed, blocked or unverified. */
const isOpen = ({ state }: AccountRecord) => state === "open" || state === "suspended";

const ACTIONS: readonly Action[] = [
  { label: "End all sessions", route: admin.endAccountSessions, isPossible: isOpen, Dialog: EndSessionsDialog },
  {
    label: "Remove second factors",
    route: admin.removeAccountFactors,
    isPossible: (account) => isOpen(account) && account.factors.apps + account.factors.passkeys > 0,
    Dialog: RemoveFactorsDialog,
  },
  {
    label: "Prepare a copy of their data",
    route: admin.startAccountExport,
    isPossible: (account) => isOpen(account) && account.exportAgain === null,
    Dialog: ExportDialog,
  },
  {
    label: "Lift suspension",
    route: admin.liftSuspension,
    isPossible: ({ state }) => state === "suspended",
    Dialog: LiftSuspensionDialog,
  },
  {
    label: "Unblock",
    route: admin.unblockAccount,
    isPossible: ({ state }) => state === "blocked",
    Dialog: UnblockDialog,
  },
  {
    label: "Suspend",
    route: admin.suspendAccount,
    isPossible: ({ state }) => state === "open",
    isDanger: true,
    Dialog: SuspendDialog,
  },
  { label: "Block", route: admin.blockAccount, isPossible: isOpen, isDanger: true, Dialog: BlockDialog },
  {
    label: "Finish the block",
    route: admin.blockAccount,
    isPossible: ({ state, shown }) => state === "blocked" && shown > 0,
    isDanger: true,
    Dialog: BlockDialog,
  },
  {
    label: "Delete account",
    route: admin.eraseAccount,
    isPossible: (account) => isOpen(account) || account.state === "closed",
    isDanger: true,
    Dialog: EraseDialog,
  },
];

/** Why nothing can be done to an account; `undefined` for most. */
function findObstacle({ name, operatorPermissions, state }: AccountRecord, operator: OperatorAccount) {
  if (name === operator.name) return `${MESSAGES.operatorSelf}.`;
  if (operatorPermissions.length > 0) return `${MESSAGES.operatorAccount}: npm run ops -- operators revoke.`;
  return state === "unverified" ? `${MESSAGES.accountUnverified}.` : undefined;
}

interface AccountActionsProps {
  readonly operator: OperatorAccount;
  readonly account: AccountRecord;
  readonly onChanged: () => unknown;
}

/** The actions that the operator's permissions and the account's state allow. */
export function AccountActions({ operator, account, onChanged }: AccountActionsProps) {
  const [opened, setOpened] = useState<Action | null>(null);
  const obstacle = findObstacle(account, operator);
  const actions = ACTIONS.filter(
    ({ route, isPossible }) => isPermitted(route.permission, operator.permissions) && isPossible(account),
  );
  const { state, shown, exportAgain } = account;
  return (
    <Part title="Actions">
      {state === "blocked" && shown > 0 && (
        <Notice kind="error">The block was interrupted: {shown} of their artworks are still visible.</Notice>
      )}
      {obstacle && <Notice>{obstacle}</Notice>}
      {!obstacle && actions.length === 0 && (
        <Text color="fg.muted">Your permissions allow no action on this account.</Text>
      )}
      {!obstacle && actions.length > 0 && (
        <chakra.div
          role="group"
          aria-label="Actions"
          tabIndex={-1}
          outline="none"
          display="flex"
          flexWrap="wrap"
          gap="3"
          css={{ "& > button": { flexGrow: { base: 1, sm: 0 } } }}
        >
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              variant="outline"
              colorPalette={action.isDanger ? "red" : "neutral"}
              onClick={() => setOpened(action)}
            >
              {action.label}
            </Button>
          ))}
        </chakra.div>
      )}
      {exportAgain && isOpen(account) && (
        <Text textStyle="sm" color="fg.muted">
          A copy of their data was requested. The next one can be from{" "}
          <DateTime value={exportAgain} pattern={DISPLAY.momentFormat} /> on.
        </Text>
      )}
      {opened && <opened.Dialog account={account} onChanged={onChanged} onClose={() => setOpened(null)} />}
    </Part>
  );
}
