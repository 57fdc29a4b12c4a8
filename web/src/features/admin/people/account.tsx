import { chakra, Heading, Text } from "@chakra-ui/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useNavigate } from "react-router-dom";
import { readAccount } from "#shared/contract/admin.ts";
import { COUNTRIES } from "#shared/countries.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AccountRecord } from "#shared/model/account-record.ts";
import { UserId } from "#shared/model/ids.ts";
import type { OperatorAccount } from "#shared/model/operator.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { DateTime, RelativeTime } from "#web/ui/date-time.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PersonAvatar } from "#web/ui/person.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { profilePath, SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { formatEvent, formatOutcome } from "../log-labels.ts";
import { LookDialog } from "../looks/look-dialog.tsx";
import { useLookReason } from "../looks/look-reasons.ts";
import { Part } from "../part.tsx";
import { AccountActions } from "./account-actions.tsx";
import { AccountCaseList, AccountMailList } from "./account-history.tsx";
import { AccountArtworkList, AccountOrderList } from "./account-lists.tsx";
import { AccountStateBadge } from "./account-state.tsx";

const countryName = (code: string) => COUNTRIES.find((country) => country.code === code)?.name ?? code;

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

function AccountHeader({ account }: { readonly account: AccountRecord }) {
  return (
    <chakra.header display="flex" flexWrap="wrap" alignItems="center" gap="4">
      <PersonAvatar person={account} size="4rem" />
      <chakra.div flex={{ base: "1 1 10rem", sm: "0 1 auto" }} minWidth="0">
        <Heading as="h2" size="3xl" overflowWrap="anywhere">
          <bdi>{getDisplayName(account)}</bdi>
        </Heading>
        <Text color="fg.muted" overflowWrap="anywhere">
          @{account.name}
          {["open", "suspended"].includes(account.state) && (
            <>
              {" · "}
              <SiteLink to={profilePath(account.name)}>Profile</SiteLink>
            </>
          )}
        </Text>
      </chakra.div>
      <AccountStateBadge state={account.state} />
    </chakra.header>
  );
}

function AccountFacts({ account }: { readonly account: AccountRecord }) {
  const { email, verified, created, blockedAt, closedAt, sells, operatorPermissions, shown } = account;
  const { suspension } = account;
  return (
    <Facts
      gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" }}
    >
      <div>
        <dt>Email</dt>
        <dd>{email ? `${email}${verified ? "" : " (not verified)"}` : "Deleted with the account"}</dd>
      </div>
      <div>
        <dt>ID</dt>
        <dd>
          <CopyValue value={account.id} label="ID" />
        </dd>
      </div>
      <div>
        <dt>Signed up</dt>
        <dd>
          <DateTime value={created} pattern={DISPLAY.momentFormat} />
        </dd>
      </div>
      {suspension && (
        <div>
          <dt>{suspension.liftedAt ? "Last suspended" : "Suspended since"}</dt>
          <dd>
            <DateTime value={suspension.at} pattern={DISPLAY.momentFormat} />
            {suspension.liftedAt && (
              <>
                , lifted <DateTime value={suspension.liftedAt} pattern={DISPLAY.momentFormat} />
              </>
            )}
            {suspension.answeredAt && (
              <>
                , answered <DateTime value={suspension.answeredAt} pattern={DISPLAY.momentFormat} />
              </>
            )}
            <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {suspension.reason}
            </Text>
          </dd>
        </div>
      )}
      {blockedAt && (
        <div>
          <dt>Blocked since</dt>
          <dd>
            <DateTime value={blockedAt} pattern={DISPLAY.momentFormat} />
          </dd>
        </div>
      )}
      {closedAt && (
        <div>
          <dt>Closed</dt>
          <dd>
            <DateTime value={closedAt} pattern={DISPLAY.momentFormat} />
          </dd>
        </div>
      )}
      <div>
        <dt>Visible artwork</dt>
        <dd>{shown}</dd>
      </div>
      <div>
        <dt>Sells licenses</dt>
        <dd>{sells ? "Yes" : "No"}</dd>
      </div>
      {operatorPermissions.length > 0 && (
        <div>
          <dt>Operator</dt>
          <dd>{operatorPermissions.join(", ")}</dd>
        </div>
      )}
    </Facts>
  );
}

function Sessions({ sessions }: Pick<AccountRecord, "sessions">) {
  return (
    <Part title="Sessions">
      {sessions.length === 0 ? (
        <Text color="fg.muted">Logged in nowhere.</Text>
      ) : (
        <ResponsiveTable
          caption="Sessions, the latest used first"
          columns={["Browser", "Country", "Logged in", "Last used"]}
          rows={sessions.map(({ id, browser, country, started, used }) => ({
            id,
            name: browser ?? "Unknown browser",
            cells: [
              country ? countryName(country) : "–",
              <DateTime key="started" value={started} />,
              <RelativeTime key="used" value={used} />,
            ],
          }))}
        />
      )}
    </Part>
  );
}

function Factors({ factors: { apps, passkeys, recoveryCodes } }: Pick<AccountRecord, "factors">) {
  const kinds = [
    ...(apps > 0 ? ["An authenticator app"] : []),
    ...(passkeys > 0 ? [count(passkeys, "passkey")] : []),
    ...(recoveryCodes > 0 ? [count(recoveryCodes, "unused recovery code")] : []),
  ];
  return (
    <Part title="Second factors">
      <Text color={kinds.length > 0 ? "fg" : "fg.muted"}>
        {kinds.length > 0 ? kinds.join(", ") : "None: the password alone logs in."}
      </Text>
    </Part>
  );
}

function Refusals({ refusals }: Pick<AccountRecord, "refusals">) {
  return (
    <Part title="Refused in the last seven days">
      {refusals.length === 0 ? (
        <Text color="fg.muted">Nothing was refused.</Text>
      ) : (
        <ResponsiveTable
          caption="Refused calls, newest first"
          columns={["Event", "Time", "Why"]}
          rows={refusals.map(({ id, at, event, outcome }) => ({
            id,
            name: formatEvent(event),
            cells: [<DateTime key="at" value={at} />, formatOutcome(outcome)],
          }))}
        />
      )}
    </Part>
  );
}

interface AccountProps {
  readonly operator: OperatorAccount;
  readonly userId: string;
}

/** A person's account, after the operator said why they look at it. */
export function Account({ operator, userId }: AccountProps) {
  const navigate = useNavigate();
  const [reason, giveReason] = useLookReason(operator.name, userId);
  const { data: id } = UserId.safeParse(userId);
  const look = reason && id ? { params: { userId: id }, query: { reason } } : null;
  const read = useRead(readAccount, look, { errorMessage: MESSAGES.failedFetchPerson });
  if (!id) return <NotFoundRedirect />;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: "8", md: "10" }}>
      <SiteLink to="/admin/people" justifySelf="start" display="inline-flex" alignItems="center" gap="1.5">
        <ArrowLeft size={18} aria-hidden />
        Back to the search
      </SiteLink>
      {!look && <LookDialog subject="account" onClose={() => navigate("/admin/people")} onLook={giveReason} />}
      {look && (
        <ReadResult read={read} fallback={<SkeletonColumns count={3} isNarrow label="Loading the account" />}>
          {(account) => (
            <>
              <AccountHeader account={account} />
              <AccountFacts account={account} />
              <AccountActions operator={operator} account={account} onChanged={() => read.mutate()} />
              <Sessions {...account} />
              <Factors {...account} />
              <Refusals {...account} />
              <AccountCaseList look={look} />
              <AccountMailList look={look} />
              <AccountArtworkList look={look} />
              <AccountOrderList look={look} side="purchases" />
              <AccountOrderList look={look} side="sales" />
            </>
          )}
        </ReadResult>
      )}
    </chakra.div>
  );
}
