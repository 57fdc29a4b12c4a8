import { Badge, Box, chakra } from "@chakra-ui/react";
import { readOperator } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import type { LookReason } from "#shared/model/operator.ts";
import type { Account } from "#shared/model/reviewed-account.ts";
import type { ReviewedOrder } from "#shared/model/reviewed-order.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { useRead } from "#web/api/use-read.ts";
import { STATUS_LABELS } from "#web/features/orders/order-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { AccountFacts } from "../account-facts.tsx";
import { keepLookReason } from "../looks/look-reasons.ts";

interface PersonLinkProps {
  readonly account: Account;
  /** Why the operator looks at them. */
  readonly reason: LookReason;
}

/** A link to everything known about a person, for operators who may see it. */
export function PersonLink({ account: { person }, reason }: PersonLinkProps) {
  const { data: operator } = useRead(readOperator, {});
  const seesPeople = operator?.permissions.some((one) => one === "support" || one === "moderation");
  if (!operator || !seesPeople) return null;
  return (
    <chakra.span display="block" textStyle="sm">
      <NameLink
        to={`/admin/people/${person.id}`}
        onClick={() => keepLookReason(operator.name, person.id, reason)}
        fontWeight="normal"
        textDecoration="underline"
      >
        Their account
      </NameLink>
    </chakra.span>
  );
}

/** The picture as it was bought, with title, artist and the order's state. */
export function OrderFigure({ order, sizes }: { readonly order: ReviewedOrder; readonly sizes: string }) {
  const { picture, title, seller, status } = order;
  return (
    <chakra.figure minW="0">
      <Box borderRadius="l2" overflow="hidden" maxH="70vh">
        <Picture
          picture={picture}
          alt={picture.artworkAlt || title}
          sizes={sizes}
          ratio={Math.max(picture.width / picture.height, 0.8)}
          reveals
        />
      </Box>
      <chakra.figcaption marginTop="3">
        <NameLink to={`/artwork/${order.artworkId}`}>{title}</NameLink>
        <Box textStyle="sm" color="fg.muted">
          by <PersonName person={seller.person} showsHandle />
        </Box>
        <Badge marginTop="2">{STATUS_LABELS[status].name}</Badge>
      </chakra.figcaption>
    </chakra.figure>
  );
}

const toWords = (name: string) => name.replaceAll("_", " ");

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A dispute with Stripe's words for its state. */
function Dispute({ dispute }: { readonly dispute: NonNullable<ReviewedOrder["dispute"]> }) {
  const { status, reason, amount, evidenceDue } = dispute;
  return (
    <div>
      <dt>Dispute</dt>
      <dd>
        {[
          capitalize(toWords(status)),
          ...(reason ? [toWords(reason)] : []),
          ...(amount === null ? [] : [moneyLabel(amount)]),
        ].join(", ")}
        {evidenceDue && (
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            The bank takes evidence until <DateTime value={evidenceDue} pattern={DISPLAY.momentFormat} />
          </chakra.span>
        )}
      </dd>
    </div>
  );
}

const formatReturned = (amount: number, returned: number, where: string) => {
  if (returned === 0) return "";
  return `, ${returned === amount ? "all" : moneyLabel(returned)} of it ${where}`;
};

interface SideProps extends PersonLinkProps {
  readonly title: string;
  readonly amount: number;
  readonly returned: number;
  readonly returnedWhere: string;
}

/** A side of the order and what it paid or earned. */
function Side({ title, account, amount, returned, returnedWhere, reason }: SideProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <AccountFacts account={account} />
        <PersonLink account={account} reason={reason} />
        <chakra.span display="block" fontVariantNumeric="tabular-nums">
          {moneyLabel(amount)}
          {formatReturned(amount, returned, returnedWhere)}
        </chakra.span>
      </dd>
    </div>
  );
}

interface OrderFactsProps {
  readonly order: ReviewedOrder;
  /** Why the operator looks at it. */
  readonly reason: LookReason;
  /** True on the order's own page, which needs no link to it. */
  readonly isPage?: boolean;
}

/** An order's number, both sides with their amounts, and its dispute, as terms and values. */
export function OrderFacts({ order, reason, isPage = false }: OrderFactsProps) {
  const { data: operator } = useRead(readOperator, {});
  const { orderId, placed, amounts, returned, dispute, refund, status } = order;
  const returnedWhere = status === "disputed" ? "held by the bank" : "returned";
  const keepReason = () => operator && keepLookReason(operator.name, orderId, reason);
  return (
    <>
      {!isPage && (
        <div>
          <dt>Order</dt>
          <dd>
            <NameLink to={`/admin/orders/${orderId}`} onClick={keepReason}>
              {formatOrderNumber(orderId)}
            </NameLink>
          </dd>
        </div>
      )}
      <div>
        <dt>Placed</dt>
        <dd>
          <DateTime value={placed} pattern={DISPLAY.momentFormat} />
        </dd>
      </div>
      <Side
        title="Buyer paid"
        account={order.buyer}
        amount={amounts.spent}
        returned={returned.spent}
        returnedWhere={returnedWhere}
        reason={reason}
      />
      <Side
        title="Artist earned"
        account={order.seller}
        amount={amounts.earned}
        returned={returned.earned}
        returnedWhere={returnedWhere}
        reason={reason}
      />
      <div>
        <dt>Our fee</dt>
        <dd>
          {moneyLabel(amounts.fee)}
          {formatReturned(amounts.fee, returned.fee, returnedWhere)}
        </dd>
      </div>
      {dispute && <Dispute dispute={dispute} />}
      {refund && (
        <div>
          <dt>{status === "refunded" ? "Refunded by us" : "Refund requested by us"}</dt>
          <dd>
            {refund.reason}
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              <DateTime value={refund.at} pattern={DISPLAY.momentFormat} /> by{" "}
              <PersonName person={refund.by} showsHandle />
            </chakra.span>
          </dd>
        </div>
      )}
    </>
  );
}
