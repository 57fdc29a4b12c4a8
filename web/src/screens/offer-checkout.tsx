import { chakra, Heading } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router-dom";
import { readOfferCheckout } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { OfferId } from "#shared/model/ids.ts";
import type { OfferCheckout } from "#shared/model/offer.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { FinishOrder } from "#web/features/checkout/finish-order.tsx";
import { OfferCheckoutForm, OfferLicenses, offerLabel } from "#web/features/checkout/offer-checkout-form.tsx";
import { ResumePayment } from "#web/features/checkout/resume-payment.tsx";
import { useReturnedPayment } from "#web/features/checkout/use-returned-payment.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonSplit } from "#web/ui/skeletons.tsx";

/** Ignores cached data: the offer's state and open payments may have changed. */
function useOfferCheckout(offerId: OfferId) {
  const [fresh, setFresh] = useState<OfferCheckout>();
  const read = useRead(
    readOfferCheckout,
    { params: { offerId } },
    { revalidateOnMount: true, dedupingInterval: 0, onSuccess: setFresh },
  );
  return { data: fresh, error: read.error, mutate: read.mutate };
}

const ENDED = {
  bought: MESSAGES.offerBought,
  withdrawn: MESSAGES.offerEnded,
  expired: MESSAGES.offerEnded,
  open: null,
} as const;

/** Takes the place of the form of an offer that can't be bought. */
function EndedOffer({ offer, title }: { readonly offer: OfferCheckout["offer"]; readonly title: string }) {
  const place = useRef<HTMLDivElement>(null);
  // The replaced form was longer, so that a phone would show the footer.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div ref={place} role="status">
      <EmptyState
        title={title}
        {...(offer.orderId ? {} : { text: "Nothing was charged." })}
        action={
          offer.orderId ? (
            <ButtonLink to={`/orders/${offer.orderId}`}>View order</ButtonLink>
          ) : (
            <ButtonLink to={`/messages/${offer.threadId}`}>Back to the conversation</ButtonLink>
          )
        }
      />
    </div>
  );
}

interface OfferFlowProps {
  readonly checkout: OfferCheckout;
  readonly refetch: () => Promise<OfferCheckout | undefined>;
  readonly wasRefused: boolean;
}

/** The states of buying an offer: form, payment to resume, or paid and waiting for its order. */
function OfferFlow({ checkout, refetch, wasRefused }: OfferFlowProps) {
  const { offer } = checkout;
  const [openIntent, setOpenIntent] = useState(checkout.intent);
  const [isStarted, setStarted] = useState(false);
  const [paidIntentId, setPaidIntentId] = useState<OpenIntent["orderIntent"] | null>(null);
  if (paidIntentId) return <FinishOrder subjectId={offer.offerId} orderIntent={paidIntentId} />;
  if (openIntent) {
    const reload = async () => setOpenIntent((await refetch())?.intent ?? null);
    return (
      <ResumePayment
        subject={{ id: offer.offerId, noun: "offer", license: offerLabel(offer) }}
        billing={checkout.billing}
        intent={openIntent}
        wasRefused={wasRefused}
        works={offer.items}
        onPaid={setPaidIntentId}
        onClosed={reload}
        onProven={reload}
      >
        <OfferLicenses offer={offer} />
      </ResumePayment>
    );
  }
  const ended = ENDED[offer.status];
  if (ended) return <EndedOffer offer={offer} title={ended} />;
  return (
    <LeaveGuard text="What you entered will be lost. Nothing was charged." isOff={isStarted}>
      <OfferCheckoutForm
        checkout={checkout}
        refetch={refetch}
        onOpenIntent={setOpenIntent}
        onStarted={() => setStarted(true)}
        onPaid={setPaidIntentId}
      />
    </LeaveGuard>
  );
}

/** Buying an offer; the page exists only on stages with payments. */
export default function OfferCheckoutScreen() {
  const { id = "" } = useParams();
  const parsed = OfferId.safeParse(id);
  const returned = useReturnedPayment();
  const read = useOfferCheckout(parsed.data ?? (id as OfferId));
  if (!parsed.success) return <NotFoundRedirect />;
  if (returned.intentId) {
    return (
      <PageContainer title="Checkout">
        <FinishOrder subjectId={parsed.data} orderIntent={returned.intentId} onUnpaid={returned.onUnpaid} />
      </PageContainer>
    );
  }
  return (
    <PageContainer title="Checkout" width="small" paddingTop={{ base: "4", md: "10" }}>
      <ReadResult read={read} fallback={<SkeletonSplit isCompact label="Loading the checkout" />}>
        {(checkout) => (
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
            <div>
              <Heading as="h1" size={{ base: "2xl", lg: "4xl" }}>
                Offer from {getDisplayName(checkout.offer.artist)}
              </Heading>
              {checkout.offer.status === "open" && (
                <chakra.p marginTop="1" color="fg.muted">
                  Made for you alone, at the price and on the terms below.
                </chakra.p>
              )}
            </div>
            <SectionBoundary>
              <OfferFlow checkout={checkout} refetch={() => read.mutate()} wasRefused={returned.wasRefused} />
            </SectionBoundary>
          </chakra.div>
        )}
      </ReadResult>
    </PageContainer>
  );
}
