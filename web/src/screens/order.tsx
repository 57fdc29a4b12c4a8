import { chakra, Heading } from "@chakra-ui/react";
import { Link, useParams } from "react-router-dom";
import { readOrder } from "#shared/contract/licenses.ts";
import { readThread } from "#shared/contract/messages.ts";
import { OrderId, type ThreadId } from "#shared/model/ids.ts";
import type { Order } from "#shared/model/order.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { DownloadButton } from "#web/features/licenses/download-button.tsx";
import { useLicensedPicture } from "#web/features/licenses/licensed-previews.ts";
import { ProblemButton } from "#web/features/messages/problem-button.tsx";
import { RefundDecision } from "#web/features/messages/refund-request.tsx";
import { useWriteMessage } from "#web/features/messages/use-threads.ts";
import { WriteButton } from "#web/features/messages/write-button.tsx";
import { AgreedTerms } from "#web/features/offers/agreed-terms.tsx";
import { EvidenceEditor } from "#web/features/orders/evidence-editor.tsx";
import { OrderStatusBadge } from "#web/features/orders/order-cells.tsx";
import { awaitsDocument, OrderDocuments } from "#web/features/orders/order-documents.tsx";
import {
  findCleanSource,
  otherParty,
  STATUS_LABELS,
  titleLabel,
  viewerAmount,
  viewerSide,
} from "#web/features/orders/order-labels.ts";
import { OrderLicense } from "#web/features/orders/order-license.tsx";
import { OrderMoney } from "#web/features/orders/order-money.tsx";
import { RefundButton } from "#web/features/orders/refund-button.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { useLocationMessage } from "#web/ui/location-message.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { pictureFocusRing } from "#web/ui/picture/focus-ring.ts";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonSplit } from "#web/ui/skeletons.tsx";

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: { base: "6", lg: "12" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 26rem" },
    maxWidth: "80rem",
    marginX: "auto",
    alignItems: "start",
  },
});

const Panel = chakra("div", {
  base: { display: "grid", gap: "7", padding: { base: "5", md: "7" }, borderRadius: "l3", background: "bg.panel" },
});

/** Documents are issued within seconds. */
const DOCUMENT_POLL_MS = 2000;

const PictureLink = chakra(Link, { base: pictureFocusRing });

const hasPage = ({ artworkShown }: Order) => artworkShown !== false;

/** Links to the buyer's review; nothing if the artwork is gone, or if it was refunded without a review. */
function ReviewLine({ order }: { readonly order: Order }) {
  const { status, reviewed, artwork } = order;
  if (!hasPage(order) || (status !== "completed" && !reviewed)) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      {reviewed ? "You reviewed it. " : "How do you like it? "}
      <SiteLink to={`/artwork/${artwork.id}#reviews`}>{reviewed ? "Change your review" : "Write a review"}</SiteLink>
    </chakra.p>
  );
}

/** The picture of each licence, as of an order of its own; narrow windows show the first one, as each has its thumbnail. */
function BoughtPictures({ order }: { readonly order: Order }) {
  const { items, ...shared } = order;
  if (!items) return <BoughtPicture order={order} />;
  return (
    <chakra.div display="grid" gap="6" css={{ "& > * + *": { display: { base: "none", lg: "block" } } }}>
      {items.map(({ artwork, license }) => (
        <div key={license.licenseId}>
          <BoughtPicture order={{ ...shared, orderId: license.orderId, artwork }} isSticky={false} />
        </div>
      ))}
    </chakra.div>
  );
}

interface BoughtPictureProps {
  readonly order: Order;
  readonly isSticky?: boolean;
}

/** The bought picture, without a watermark unless refunded, at most as tall as the viewport below the header. */
function BoughtPicture({ order, isSticky = true }: BoughtPictureProps) {
  const { title, ...bought } = order.artwork;
  const { picture, isWaiting, onError } = useLicensedPicture(findCleanSource(order), bought);
  const shown = (
    <Picture
      key={isWaiting ? "waiting" : "here"}
      picture={picture}
      alt={getPictureAlt({ ...bought, artworkTitle: title }, bought.owner)}
      sizes="(min-width: 1024px) 50rem, 100vw"
      firstFrom={0}
      reveals={!hasPage(order)}
      onError={onError}
    />
  );
  return (
    <chakra.div
      width="full"
      marginX="auto"
      borderRadius="l3"
      overflow="hidden"
      {...(isSticky ? { position: { lg: "sticky" }, top: "24" } : {})}
      style={{ maxWidth: `${((75 * picture.width) / picture.height).toFixed(1)}svh` }}
    >
      {hasPage(order) ? <PictureLink to={`/artwork/${picture.id}`}>{shown}</PictureLink> : shown}
    </chakra.div>
  );
}

const REFUND_DECLINED = {
  purchases: "The seller declined your refund request.",
  sales: "You declined the refund request.",
} as const;

/** The seller's decision on a request for a refund, with the same effects as in the conversation. */
function Decision({ order, threadId }: { readonly order: Order; readonly threadId: ThreadId }) {
  const write = useWriteMessage(threadId);
  const invalidate = useInvalidate();
  async function decline(reason: string) {
    await write(reason, "refundDeclined");
    await Promise.all([invalidate(readOrder, { orderId: order.orderId }), invalidate(readThread, { threadId })]);
  }
  return order.buyer && <RefundDecision buyer={order.buyer} order={order} onDecline={decline} />;
}

/** State of the buyer's request for a refund; nothing without one, or once the order is refunded or disputed. */
function RequestedRefund({ order }: { readonly order: Order }) {
  const { status, thread } = order;
  if (status !== "completed" || !thread?.refund) return null;
  const side = viewerSide(order);
  if (thread.refund === "declined") return <Notice>{REFUND_DECLINED[side]}</Notice>;
  return (
    <Notice>
      {side === "purchases" ? (
        "You asked for a refund. The seller decides."
      ) : (
        <Decision order={order} threadId={thread.threadId} />
      )}
    </Notice>
  );
}

/** Messages, and the buyer's link for reporting a problem. */
function Contact({ order }: { readonly order: Order }) {
  const { orderId, status, thread, license } = order;
  const side = viewerSide(order);
  const other = otherParty(order);
  const isThere = other !== undefined && other.name !== null;
  return (
    <chakra.section aria-label="Messages" display="grid" justifyItems="start" gap="3">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="5" rowGap="2">
        {thread ? (
          <ButtonLink to={`/messages/${thread.threadId}`} variant="outline" colorPalette="neutral">
            Open conversation
          </ButtonLink>
        ) : (
          isThere && (
            <WriteButton
              to={{ name: getDisplayName(other), subject: "order", subjectId: orderId }}
              label={side === "sales" ? "Write to the buyer" : "Write to the seller"}
              variant="outline"
              colorPalette="neutral"
            />
          )
        )}
        {side === "purchases" && (
          <ProblemButton
            order={order}
            isRefundable={status === "completed" && license.licensePrice > 0 && !thread?.refund && isThere}
          />
        )}
      </chakra.div>
    </chakra.section>
  );
}

function OrderPage({ order }: { readonly order: Order }) {
  const { orderId, status, created, artwork, license, downloadable, dispute } = order;
  const welcome = useLocationMessage();
  const isSale = viewerSide(order) === "sales";
  const person = otherParty(order);
  // A pending refund counts as returned already.
  const isLeft = viewerAmount(order) > (order.orderReturned ?? 0);
  const isDecided = order.thread?.refund !== "asked";
  const isRefundable = isSale && isDecided && status === "completed" && license.licensePrice > 0 && isLeft;
  return (
    <PageContainer title={`Order for ${titleLabel(order)}`} width="large">
      <Columns>
        <SectionBoundary>
          <BoughtPictures order={order} />
        </SectionBoundary>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
          <header>
            <chakra.p
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap="3"
              rowGap="1"
              textStyle="sm"
              color="fg.muted"
              marginBottom="3"
            >
              <OrderStatusBadge status={status} />
              <span>Order {formatOrderNumber(orderId)}</span>
              <DateTime value={created} />
            </chakra.p>
            <Heading as="h1" size="4xl" overflowWrap="anywhere">
              {titleLabel(order)}
            </Heading>
            <chakra.p marginTop="2" color="fg.muted">
              {isSale ? "Bought by " : "By "}
              {person && <PersonName person={person} showsHandle />}
            </chakra.p>
            {!hasPage(order) && (
              <chakra.p marginTop="2" textStyle="sm" color="fg.muted">
                This artwork is no longer for sale.
              </chakra.p>
            )}
          </header>
          {welcome && status === "completed" && <Notice kind="success">{welcome}</Notice>}
          <RequestedRefund order={order} />
          {status !== "completed" && <Notice>{STATUS_LABELS[status].text[viewerSide(order)]}</Notice>}
          {!isSale && !order.items && <ReviewLine order={order} />}
          {downloadable && !order.items && (
            <div>
              <DownloadButton orderId={orderId} title={artwork.title} size="lg" width="full" />
              <chakra.p marginTop="2" textStyle="sm" color="fg.muted">
                The file carries your license: the holder's name, what it allows and where to verify it.
              </chakra.p>
            </div>
          )}
          <Panel>
            <SectionBoundary>
              {order.items ? (
                <>
                  <AgreedTerms
                    terms={license.licenseTerms ?? ""}
                    exclusive={license.licenseExclusive === true && license.status === "valid"}
                  />
                  {order.items.map((item) => (
                    <chakra.div key={item.license.licenseId} display="grid" gap="4">
                      <OrderLicense license={item.license} artwork={item.artwork} />
                      {downloadable && (
                        <DownloadButton orderId={item.license.orderId} title={item.artwork.title} size="sm" />
                      )}
                    </chakra.div>
                  ))}
                </>
              ) : (
                <OrderLicense license={license} />
              )}
            </SectionBoundary>
            <SectionBoundary>
              <OrderMoney order={order} />
            </SectionBoundary>
            <SectionBoundary>
              <OrderDocuments order={order} />
            </SectionBoundary>
            {dispute?.evidenceDue && (
              <LeaveGuard text="Your unsent evidence will be lost.">
                <SectionBoundary>
                  <EvidenceEditor orderId={orderId} due={dispute.evidenceDue} />
                </SectionBoundary>
              </LeaveGuard>
            )}
          </Panel>
          <SectionBoundary>
            <Contact order={order} />
          </SectionBoundary>
          {isRefundable && (
            <div>
              <RefundButton order={order} />
            </div>
          )}
        </chakra.div>
      </Columns>
    </PageContainer>
  );
}

const OrderSkeleton = () => (
  <PageContainer title={null} width="large">
    <SkeletonSplit label="Loading the order" />
  </PageContainer>
);

/** One order, for its buyer and its seller; everyone else gets the 404 page. */
export default function OrderScreen() {
  const { id = "" } = useParams();
  const orderId = OrderId.safeParse(id);
  const read = useRead(readOrder, orderId.success ? { params: { orderId: orderId.data } } : null, {
    revalidateIfStale: true,
    // Inline, because SWR calls the same function only once.
    refreshInterval: (latest) => (latest && awaitsDocument(latest) ? DOCUMENT_POLL_MS : 0),
  });
  if (!orderId.success) return <NotFoundRedirect />;
  return (
    <ReadResult read={read} fallback={<OrderSkeleton />}>
      {(order) => <OrderPage order={order} />}
    </ReadResult>
  );
}
