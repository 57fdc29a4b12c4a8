import { chakra, Heading } from "@chakra-ui/react";
import { type CSSProperties, useState } from "react";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { readCheckout } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import type { Checkout, OpenIntent, Order } from "#shared/model/order.ts";
import { findDuplicateLicense } from "#shared/rules/duplicate-licenses.ts";
import { LICENSE_USAGES, NO_COMPANY, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import type { ApiError } from "#web/api/response.ts";
import { useRead } from "#web/api/use-read.ts";
import { useEnteredBefore } from "#web/features/checkout/checkout-draft.ts";
import { CheckoutForm, type EnteredTerms, toTerms } from "#web/features/checkout/checkout-form.tsx";
import { type CheckoutSeries, useCheckoutSeries } from "#web/features/checkout/checkout-series.ts";
import { FinishOrder } from "#web/features/checkout/finish-order.tsx";
import { toLinkedCode } from "#web/features/checkout/linked-code.ts";
import { ResumePayment } from "#web/features/checkout/resume-payment.tsx";
import { useReturnedPayment } from "#web/features/checkout/use-returned-payment.ts";
import { HeldLicenses } from "#web/features/licenses/held-licenses.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonSplit } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";

const SeriesBar = lazyPart(() => import("#web/features/checkout/series-bar.tsx"));

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: { base: "4", lg: "12" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 32rem)" },
    maxWidth: "80rem",
    marginX: "auto",
    alignItems: "start",
  },
});

const Header = chakra("header", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "4.5rem minmax(0, 1fr)", lg: "minmax(0, 1fr)" },
    alignItems: "center",
    gap: { base: "4", lg: "5" },
    position: { lg: "sticky" },
    top: "24",
  },
});

/** On wide screens as wide as its column, so that there is no gap beside a tall picture. */
const Frame = chakra("div", {
  base: { display: "grid", justifyItems: "center", borderRadius: { lg: "l3" }, background: { lg: "mount" } },
});

/** No higher than a line of text on phones, and than most of the window on wide screens. */
const Fitted = chakra("div", {
  base: {
    width: "full",
    maxWidth: { base: "calc(4.5rem * min(1, var(--ratio)))", lg: "calc(60svh * var(--ratio))" },
    borderRadius: { base: "l1", lg: "l3" },
    overflow: "hidden",
  },
});

/** The artwork being bought. */
function ArtworkOnSale({ checkout: { version, owner } }: { readonly checkout: Checkout }) {
  const { artworkTitle, width, height } = version;
  return (
    <Header>
      <Frame>
        <Fitted style={{ "--ratio": (width / height).toFixed(3) } as CSSProperties}>
          <Picture
            picture={{ ...version, owner }}
            alt={getPictureAlt(version, owner)}
            sizes="(min-width: 1024px) 40rem, 4.5rem"
            firstFrom={0}
            reveals
          />
        </Fitted>
      </Frame>
      <div>
        <Heading as="h1" size={{ base: "2xl", lg: "4xl" }} overflowWrap="anywhere">
          {artworkTitle}
        </Heading>
        <chakra.p marginTop={{ lg: "1" }} color="fg.muted" overflowWrap="anywhere">
          by <PersonName person={owner} showsHandle />
        </chakra.p>
      </div>
    </Header>
  );
}

/** Ignores cached data: prices and open payments may have changed. */
function useCheckout(artworkId: ArtworkId) {
  const [fresh, setFresh] = useState<Checkout>();
  const read = useRead(
    readCheckout,
    { params: { artworkId } },
    { revalidateOnMount: true, dedupingInterval: 0, onSuccess: setFresh },
  );
  return { data: fresh, error: read.error, mutate: read.mutate };
}

const isPriced = ({ licensePrice }: LicenseOption) => licensePrice > 0;

/** Continues with the collection's next work after a purchase; undefined for a single work, whose order opens. */
function useNextWork(series: CheckoutSeries | null) {
  const navigate = useNavigate();
  if (!series) return undefined;
  return ({ orderId, artwork, license }: Order) => {
    void navigate(series.buildNext(license.licenseUsage), { replace: true });
    toast.success(`${artwork.title} is licensed`, {
      label: "View order",
      run: () => void navigate(`/orders/${orderId}`),
    });
  };
}

interface CheckoutFlowProps {
  readonly checkout: Checkout;
  readonly series: CheckoutSeries | null;
  /** Reloads the checkout; undefined on failure. */
  readonly refetch: () => Promise<Checkout | undefined>;
  /** True after a payment method's page has returned the buyer unpaid. */
  readonly wasRefused: boolean;
}

/** The three states of a purchase: form, payment to resume, or paid and waiting for its order. */
function CheckoutFlow({ checkout, series, refetch, wasRefused }: CheckoutFlowProps) {
  const { artworkId, artworkTitle } = checkout.version;
  const [openIntent, setOpenIntent] = useState(checkout.intent);
  const [entered, setEntered] = useEnteredBefore<EnteredTerms>(useSignedIn().id, artworkId);
  const [isStarted, setStarted] = useState(false);
  const [paidIntentId, setPaidIntentId] = useState<OpenIntent["orderIntent"] | null>(null);
  const [search] = useSearchParams();
  const onPlaced = useNextWork(series);
  const [first, ...others] = checkout.options.filter(isPriced);
  if (paidIntentId) return <FinishOrder subjectId={artworkId} orderIntent={paidIntentId} onPlaced={onPlaced} />;
  if (openIntent) {
    const onClosed = async () => {
      await refetch();
      setEntered(entered ?? toTerms(openIntent));
      setOpenIntent(null);
    };
    const onProven = async () => {
      const intent = (await refetch())?.intent;
      return intent ? setOpenIntent(intent) : onClosed();
    };
    return (
      <ResumePayment
        subject={{ id: artworkId, noun: "artwork", license: LICENSE_LABELS[openIntent.licenseType].name }}
        billing={checkout.billing}
        intent={openIntent}
        wasRefused={wasRefused}
        onPaid={setPaidIntentId}
        onClosed={onClosed}
        onProven={onProven}
      />
    );
  }
  if (!first) return <Navigate to={series?.buildNext() ?? `/artwork/${artworkId}`} replace />;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
      <HeldLicenses licenses={checkout.licenses} title={artworkTitle} />
      <LeaveGuard text="What you entered will be lost. Nothing was charged." isOff={isStarted}>
        <CheckoutForm
          checkout={checkout}
          options={[first, ...others]}
          preferredType={LICENSE_TYPES.find((type) => type === search.get("type")) ?? LICENSE_TYPES[0]}
          preferredUsage={LICENSE_USAGES.find((usage) => usage === search.get("usage")) ?? OWN_USAGE}
          linkedCode={toLinkedCode(search)}
          entered={entered}
          refetch={refetch}
          onOpenIntent={(intent, typed) => {
            setEntered(typed);
            setOpenIntent(intent);
          }}
          onStarted={() => setStarted(true)}
          onPaid={setPaidIntentId}
        />
      </LeaveGuard>
    </chakra.div>
  );
}

/** The reason why the artwork can't be bought; null for other failures. In a series, hidden works are among them. */
function unavailableReason(error: ApiError | undefined, series: CheckoutSeries | null): string | null {
  if (error?.code === "own_artwork") return MESSAGES.ownArtwork;
  if (series && error?.status === 404) return MESSAGES.artworkUnavailable;
  return error?.code === "artwork_unavailable" ? MESSAGES.artworkUnavailable : null;
}

/** Heading until the artwork is known, whose title then takes its place. */
const heading = (
  <Heading as="h1" size="4xl" marginBottom="6">
    Checkout
  </Heading>
);

/** True if the wanted licence would be a duplicate in the buyer's own name. */
const isHeld = ({ licenses }: Checkout, type: string | null) =>
  LICENSE_TYPES.some(
    (licenseType) =>
      licenseType === type &&
      findDuplicateLicense({ licenseUsage: OWN_USAGE, licenseType, licenseCompany: NO_COMPANY }, licenses),
  );

/** Buying a licence to one artwork. */
function ArtworkCheckout({ artworkId }: { readonly artworkId: ArtworkId }) {
  const returned = useReturnedPayment();
  const read = useCheckout(artworkId);
  const series = useCheckoutSeries(artworkId);
  const [search] = useSearchParams();
  const onPlaced = useNextWork(series);
  const reason = unavailableReason(read.error, series);
  const isDone = reason !== null || (read.data !== undefined && isHeld(read.data, search.get("type")));
  const bar = series && <SeriesBar series={series} isDone={isDone} />;
  if (returned.intentId) {
    return (
      <PageContainer title="Checkout">
        {heading}
        <FinishOrder
          subjectId={artworkId}
          orderIntent={returned.intentId}
          onUnpaid={returned.onUnpaid}
          onPlaced={onPlaced}
        />
      </PageContainer>
    );
  }
  if (reason) {
    return (
      <PageContainer title="Checkout">
        {bar}
        {heading}
        <EmptyState
          title={reason}
          action={!series && <ButtonLink to={`/artwork/${artworkId}`}>Back to the artwork</ButtonLink>}
        />
      </PageContainer>
    );
  }
  return (
    <PageContainer title="Checkout" width="large" paddingTop={{ base: "4", md: "10" }}>
      {bar}
      <ReadResult read={read} fallback={<SkeletonSplit isCompact label="Loading the checkout" />}>
        {(checkout) => (
          <Columns>
            <SectionBoundary>
              <ArtworkOnSale checkout={checkout} />
            </SectionBoundary>
            <SectionBoundary>
              <CheckoutFlow
                checkout={checkout}
                series={series}
                refetch={() => read.mutate()}
                wasRefused={returned.wasRefused}
              />
            </SectionBoundary>
          </Columns>
        )}
      </ReadResult>
    </PageContainer>
  );
}

/** Buying a licence; the page exists only on stages with payments. */
export default function CheckoutScreen() {
  const { id = "" } = useParams();
  const { data: artworkId } = ArtworkId.safeParse(id);
  return artworkId ? <ArtworkCheckout key={artworkId} artworkId={artworkId} /> : <NotFoundRedirect />;
}
