import { Badge, chakra, Text } from "@chakra-ui/react";
import { readAccountCases, readAccountMails } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import type { AccountMails } from "#shared/model/account-record.ts";
import type { Case } from "#shared/model/case.ts";
import { NOTIFICATION_KINDS } from "#shared/model/notifications.ts";
import { useRead } from "#web/api/use-read.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { formatOutcome, KIND_NAMES } from "../decision-texts.ts";
import { formatMail } from "../log-labels.ts";
import { type Look, OnRequest } from "./account-lists.tsx";

function SentMails({ mails }: Pick<AccountMails, "mails">) {
  if (mails.length === 0) return <Text color="fg.muted">No mail in the last 30 days.</Text>;
  return (
    <ResponsiveTable
      caption="Mails, newest first"
      columns={["Mail", "Time", "Sent"]}
      rows={mails.map(({ id, kind, sent, refused }) => ({
        id,
        name: formatMail(kind),
        cells: [<DateTime key="sent" value={sent} />, refused ? "Refused: the address may not exist" : "Yes"],
      }))}
    />
  );
}

function Notifications({ notifications }: Pick<AccountMails, "notifications">) {
  if (notifications.length === 0) return <Text color="fg.muted">No notification in the last 30 days.</Text>;
  return (
    <ResponsiveTable
      caption="Notifications, newest first"
      columns={["Notification", "Time", "Read"]}
      rows={notifications.map(({ id, type, created, read }) => ({
        id,
        name: NOTIFICATION_KINDS[type].label,
        cells: [<DateTime key="created" value={created} />, read ? "Yes" : "No"],
      }))}
    />
  );
}

function Mails(look: Look) {
  const read = useRead(readAccountMails, look, { errorMessage: "The mails weren't loaded" });
  return (
    <ReadResult read={read} fallback={<SkeletonBlocks count={3} />}>
      {(told) => (
        <>
          <SentMails {...told} />
          <Notifications {...told} />
        </>
      )}
    </ReadResult>
  );
}

/** The account's mails and notifications of the last 30 days. */
export const AccountMailList = ({ look }: { readonly look: Look }) => (
  <OnRequest title="Mails and notifications" action="Show mails and notifications">
    <Mails {...look} />
  </OnRequest>
);

function CaseList({
  label,
  cases,
  none,
}: {
  readonly label: string;
  readonly cases: readonly Case[];
  readonly none: string;
}) {
  if (cases.length === 0) return <Text color="fg.muted">{none}</Text>;
  return (
    <chakra.ul listStyleType="none" aria-label={label} display="grid" gap="3">
      {cases.map(({ caseId, kind, status, outcome, created, title, text }) => (
        <li key={caseId}>
          <NameLink to={`/admin/queue/${caseId}`}>{title ?? KIND_NAMES[kind]}</NameLink>
          <Text textStyle="sm" color="fg.muted">
            <Badge>{KIND_NAMES[kind]}</Badge> <DateTime value={created} pattern={DISPLAY.momentFormat} /> ·{" "}
            {status === "open" ? "Open" : formatOutcome(outcome)}
          </Text>
          {text && (
            <Text textStyle="sm" overflowWrap="anywhere" lineClamp="2">
              {text}
            </Text>
          )}
        </li>
      ))}
    </chakra.ul>
  );
}

function Cases(look: Look) {
  const read = useRead(readAccountCases, look, { errorMessage: "The reports weren't loaded" });
  return (
    <ReadResult read={read} fallback={<SkeletonBlocks count={3} />}>
      {({ by, against }) => (
        <>
          <CaseList label="By them" cases={by} none="They reported and asked nothing." />
          <CaseList label="About their artwork and messages" cases={against} none="Nothing of theirs was reported." />
        </>
      )}
    </ReadResult>
  );
}

/** Reports, questions and answers by the account, and reports of its artwork and conversations. */
export const AccountCaseList = ({ look }: { readonly look: Look }) => (
  <OnRequest title="Reports and questions" action="Show reports and questions">
    <Cases {...look} />
  </OnRequest>
);
