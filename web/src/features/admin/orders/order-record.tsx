import { Box, chakra, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useNavigate } from "react-router-dom";
import {
  decideOrder,
  listCases,
  previewOrderMails,
  readOrderLedger,
  readOrderRecord,
  readOrderRecordDocument,
} from "#shared/contract/admin.ts";
import { formatCurrency } from "#shared/currency.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderAction } from "#shared/model/case.ts";
import { OrderId } from "#shared/model/ids.ts";
import type { LookReason, OperatorAccount } from "#shared/model/operator.ts";
import type { OrderRecord, RecordedLicense } from "#shared/model/order-record.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { DocumentRow } from "#web/features/orders/document-row.tsx";
import { STATUS_LABELS } from "#web/features/orders/order-labels.ts";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { MoneyLines, moneyLabel, priceLines } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { DecisionButtons } from "../decision-buttons.tsx";
import type { DecisionTexts } from "../decision-dialog.tsx";
import { ACTION_TEXTS, formatOutcome, KIND_NAMES } from "../decision-texts.ts";
import { LookDialog } from "../looks/look-dialog.tsx";
import { useLookReason } from "../looks/look-reasons.ts";
import type { Draft } from "../mail-previews.tsx";
import { Part } from "../part.tsx";
import { OrderFacts, OrderFigure } from "./order-facts.tsx";

const muted = { textStyle: "sm", color: "fg.muted" } as const;

const List = chakra("ul", { base: { display: "grid", gap: "4", listStyle: "none", paddingInlineStart: "0" } });

interface RecordProps {
  readonly record: OrderRecord;
  /** Why the operator looks at it. */
  readonly reason: LookReason;
}

function Actions({ record, onChanged }: { readonly record: OrderRecord; readonly onChanged: () => Promise<unknown> }) {
  const invalidate = useInvalidate();
  const { orderId, version, refundable, evidenceDraft, title } = record;
  const params = { orderId };
  const actions: OrderAction[] = [
    ...(evidenceDraft === null ? [] : (["send_evidence"] as const)),
    ...(refundable ? (["refund"] as const) : []),
  ];
  if (actions.length === 0) return null;

  const readMails = async (action: OrderAction, { reason }: Draft) =>
    (await send(previewOrderMails, { params, body: { action, reason, version } }, { inPlace: ["invalid_request"] }))
      .mails;

  async function decide(action: OrderAction, { reason, evidenceText, evidenceFiles }: DecisionTexts) {
    const body = { action, reason, version, evidenceText, evidenceFiles };
    try {
      const { status } = await send(decideOrder, { params, body }, { errorMessage: MESSAGES.failedOrderAction });
      const isPending = action === "refund" && status !== "refunded";
      toast.success(isPending ? "The refund is on its way" : ACTION_TEXTS[action].done);
    } finally {
      await onChanged();
      await invalidate(listCases);
    }
  }

  return (
    <DecisionButtons
      actions={actions}
      subject={title}
      evidenceDraft={evidenceDraft}
      readMails={readMails}
      onDecide={decide}
    />
  );
}

function Bill({ record: { bill, amounts, licenses } }: { readonly record: OrderRecord }) {
  const { price, listPrice, buyerFee, sellerFee, discount, tax } = bill;
  if (amounts.spent === 0) return <Text color="fg.muted">The license was free.</Text>;
  const prices = priceLines(
    { licensePrice: price, listPrice: listPrice ?? undefined },
    "Artist's discount",
    licenses.map((license) => ({ artworkTitle: license.title, licensePrice: license.price })),
  );
  return (
    <Box display="grid" gap="8" gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}>
      <MoneyLines
        lines={[
          ...prices,
          { label: "Buyer's service fee", cents: buyerFee },
          ...(discount > 0 ? [{ label: "Discount", cents: -discount }] : []),
          ...(tax === null ? [] : [{ label: "Tax", cents: tax }]),
        ]}
        total={{ label: "Buyer paid", cents: amounts.spent }}
      />
      <MoneyLines
        lines={[...prices, { label: "Seller fee", cents: -sellerFee }]}
        total={{ label: "Artist earned", cents: amounts.earned }}
      />
    </Box>
  );
}

/** The books' sentence about the order. Stripe may not answer, so it is read apart from the rest. */
function LedgerSentence({ orderId, reason }: { readonly orderId: OrderId; readonly reason: LookReason }) {
  const { data, error } = useRead(readOrderLedger, { params: { orderId }, query: { reason } });
  const format = ({ spent, earned, fee }: NonNullable<typeof data>["booked"]) =>
    `${moneyLabel(spent)} paid, of which ${moneyLabel(earned)} for the artist and ${moneyLabel(fee)} for us`;
  return (
    <Text role="status" color={data?.problem ? "fg.error" : "fg.muted"} textStyle="sm">
      {!data && (error ? "Stripe didn't answer, so its records weren't compared." : "Comparing with Stripe…")}
      {data && !data.atProvider && "Nothing was paid, and nothing is booked."}
      {data?.atProvider &&
        !data.problem &&
        `Our books and Stripe agree: ${data.booked.spent === 0 ? "nothing is left of the payment" : format(data.booked)}.`}
      {data?.atProvider && data.problem && `Our books and Stripe differ: ${data.problem} (in cents).`}
      {data?.unsettled && " The artist's part isn't settled yet."}
    </Text>
  );
}

function Payment({ record, reason }: RecordProps) {
  const { orderId, paymentId, payout } = record;
  return (
    <Part title="Payment">
      <Stack gap="4">
        <Bill record={record} />
        <LedgerSentence orderId={orderId} reason={reason} />
        {payout && payout.amount > 0 && payout.currency !== "usd" && (
          <Text {...muted}>The artist got {formatCurrency(payout.amount, payout.currency)}.</Text>
        )}
        {paymentId && (
          <Facts>
            <div>
              <dt>Payment at Stripe</dt>
              <dd>
                <CopyValue value={paymentId} label="Payment ID" />
              </dd>
            </div>
          </Facts>
        )}
      </Stack>
    </Part>
  );
}

const MOVEMENT_NAMES = { payment: "Payment", refund: "Refund", dispute: "Dispute" } as const;

const Movements = ({ record: { movements } }: { readonly record: OrderRecord }) =>
  movements.length > 0 && (
    <Part title="Movements">
      <ResponsiveTable
        caption="Movements of money, oldest first"
        columns={["Movement", "Time", "Buyer", "Artist", "Our fee"]}
        rows={movements.map(({ kind, at, spent, earned, fee }) => ({
          id: `${kind} ${at}`,
          name: MOVEMENT_NAMES[kind],
          cells: [<DateTime key="at" value={at} />, moneyLabel(spent), moneyLabel(earned), moneyLabel(fee)],
        }))}
      />
    </Part>
  );

function License({ license, isOnly }: { readonly license: RecordedLicense; readonly isOnly: boolean }) {
  const { title, picture, type, usage, company, assignee, assignor, fingerprint, valid } = license;
  return (
    <Stack gap="4">
      {!isOnly && (
        <Flex gap="4" align="center">
          <Thumbnail picture={picture} side="4.5rem" />
          <Box minW="0">
            <Text overflowWrap="anywhere" fontWeight="semibold">
              {title}
            </Text>
            <Text {...muted}>{LICENSE_LABELS[type].name}</Text>
          </Box>
        </Flex>
      )}
      <Facts
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          sm: "repeat(2, minmax(0, 1fr))",
          lg: "repeat(4, minmax(0, 1fr))",
        }}
      >
        <div>
          <dt>State</dt>
          <dd>{valid ? "Valid" : "Revoked"}</dd>
        </div>
        <div>
          <dt>Licensed to</dt>
          <dd>{isHeldByCompany(usage) ? `${company} (${assignee})` : assignee}</dd>
        </div>
        <div>
          <dt>Granted by</dt>
          <dd>{assignor}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>{moneyLabel(license.price)}</dd>
        </div>
        <div>
          <dt>License ID</dt>
          <dd>{license.licenseId}</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>
            {license.versionId}
            <chakra.span display="block" {...muted}>
              <DateTime value={license.versionCreated} pattern={DISPLAY.momentFormat} />
            </chakra.span>
          </dd>
        </div>
        <div>
          <dt>Fingerprint</dt>
          <dd>
            <SiteLink to={`/verifier?fingerprint=${fingerprint}`} wordBreak="break-all">
              {fingerprint}
            </SiteLink>
          </dd>
        </div>
      </Facts>
    </Stack>
  );
}

function Licenses({ record: { licenses } }: { readonly record: OrderRecord }) {
  const [first] = licenses;
  if (!first) return null;
  const isOnly = licenses.length === 1;
  return (
    <Part title={isOnly ? LICENSE_LABELS[first.type].name : `${licenses.length} licenses`}>
      <List gap="8">
        {licenses.map((license) => (
          <li key={license.licenseId}>
            <License license={license} isOnly={isOnly} />
          </li>
        ))}
      </List>
    </Part>
  );
}

function Documents({ record: { orderId, documents }, reason }: RecordProps) {
  const issued = documents.filter(({ number }) => number !== null);
  if (issued.length === 0) return null;
  return (
    <Part title="Documents">
      <List maxWidth="32rem">
        {issued.map((document) => (
          <DocumentRow
            key={document.nth}
            document={document}
            read={(options) =>
              send(readOrderRecordDocument, { params: { orderId, nth: document.nth }, query: { reason } }, options)
            }
          />
        ))}
      </List>
    </Part>
  );
}

const Cases = ({ record: { cases } }: { readonly record: OrderRecord }) =>
  cases.length > 0 && (
    <Part title="In the queue">
      <List>
        {cases.map(({ caseId, kind, status, outcome, created, reason }) => (
          <li key={caseId}>
            <NameLink to={`/admin/queue/${caseId}`}>{KIND_NAMES[kind]}</NameLink>
            <Text {...muted}>
              <DateTime value={created} pattern={DISPLAY.momentFormat} /> ·{" "}
              {status === "open" ? "Open" : formatOutcome(outcome)}
            </Text>
            {reason && <Text overflowWrap="anywhere">{reason}</Text>}
          </li>
        ))}
      </List>
    </Part>
  );

function Record({ record, reason, onChanged }: RecordProps & { readonly onChanged: () => Promise<unknown> }) {
  const { orderId, status } = record;
  return (
    <Stack gap="10">
      <Heading as="h2" size="2xl">
        Order {formatOrderNumber(orderId)}
      </Heading>
      <Box
        display="grid"
        gap="8"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 3fr)" }}
        alignItems="start"
      >
        <OrderFigure order={record} sizes="(min-width: 48em) 26rem, 92vw" />
        <Stack gap="6">
          <Facts>
            <OrderFacts order={record} reason={reason} isPage />
            <div>
              <dt>ID</dt>
              <dd>
                <CopyValue value={orderId} label="ID" />
              </dd>
            </div>
          </Facts>
          <Text {...muted}>{STATUS_LABELS[status].text.sales}</Text>
          <Actions record={record} onChanged={onChanged} />
        </Stack>
      </Box>
      <Payment record={record} reason={reason} />
      <Movements record={record} />
      <Licenses record={record} />
      <Documents record={record} reason={reason} />
      <Cases record={record} />
    </Stack>
  );
}

interface OrderPageProps {
  readonly operator: OperatorAccount;
  readonly orderId: string;
}

/** Everything about an order, after the operator said why they look at it. */
export function OrderPage({ operator, orderId }: OrderPageProps) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [reason, giveReason] = useLookReason(operator.name, orderId);
  const { data: id } = OrderId.safeParse(orderId);
  const look = reason && id ? { params: { orderId: id }, query: { reason } } : null;
  const read = useRead(readOrderRecord, look, { errorMessage: MESSAGES.failedFetchOrder });
  if (!id) return <NotFoundRedirect />;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: "6", md: "8" }}>
      <SiteLink to="/admin/orders" justifySelf="start" display="inline-flex" alignItems="center" gap="1.5">
        <ArrowLeft size={18} aria-hidden />
        Back to the search
      </SiteLink>
      {!look && <LookDialog subject="order" onClose={() => navigate("/admin/orders")} onLook={giveReason} />}
      {look && reason && (
        <ReadResult read={read} fallback={<SkeletonBlocks count={4} />}>
          {(record) => (
            <Record
              record={record}
              reason={reason}
              onChanged={async () => {
                await read.mutate();
                await invalidate(readOrderLedger, { orderId: id });
              }}
            />
          )}
        </ReadResult>
      )}
    </chakra.div>
  );
}
