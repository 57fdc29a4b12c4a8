import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import type { Checkout, OpenIntent } from "#shared/model/order.ts";
import type { ApiError } from "#web/api/response.ts";
import { CheckoutForm } from "#web/features/checkout/checkout-form.tsx";
import { FinishOrder } from "#web/features/checkout/finish-order.tsx";
import { OnOffer } from "#web/features/checkout/on-offer.tsx";
import { OpenPayment } from "#web/features/checkout/open-payment.tsx";
import { type Reread, useCheckout } from "#web/features/checkout/use-checkout.ts";
import { OwnLicenses } from "#web/features/licenses/own-licenses.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: { base: "6", lg: "12" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 32rem)" },
    maxWidth: "80rem",
    marginX: "auto",
    alignItems: "start",
  },
});

const isPriced = ({ licensePrice }: LicenseOption) => licensePrice > 0;

interface DeskProps {
  readonly checkout: Checkout;
  readonly reread: Reread;
}

/** Where a purchase stands: to be filled in, begun before, or paid and about to be an order. */
function Desk({ checkout, reread }: DeskProps) {
  const { artworkId, artworkTitle } = checkout.version;
  const [open, setOpen] = useState(checkout.intent);
  const [paid, setPaid] = useState<OpenIntent["orderIntent"] | null>(null);
  const [search] = useSearchParams();
  const [first, ...others] = checkout.options.filter(isPriced);
  if (paid) return <FinishOrder artworkId={artworkId} orderIntent={paid} />;
  if (open) {
    const onClosed = async () => {
      await reread();
      setOpen(null);
    };
    return <OpenPayment checkout={checkout} intent={open} onPaid={setPaid} onClosed={onClosed} />;
  }
  if (!first) return <Navigate to={`/artwork/${artworkId}`} replace />;
  return (
    <chakra.div display="grid" gap="5">
      <OwnLicenses licenses={checkout.licenses} title={artworkTitle} />
      <CheckoutForm
        checkout={checkout}
        options={[first, ...others]}
        wanted={search.get("type") === "commercial" ? "commercial" : "personal"}
        reread={reread}
        onOpen={setOpen}
        onPaid={setPaid}
      />
    </chakra.div>
  );
}

/** Why there is nothing to buy; other failures are the page's own. */
function reasonIn(error: ApiError | undefined): string | null {
  if (error?.code === "own_artwork") return MESSAGES.ownArtwork;
  return error?.code === "artwork_unavailable" ? MESSAGES.artworkUnavailable : null;
}

/** Buying a licence; where payments are off there is no such page. */
export default function CheckoutScreen() {
  const { id = "" } = useParams();
  const parsed = ArtworkId.safeParse(id);
  const read = useCheckout(parsed.data ?? (id as ArtworkId));
  if (!parsed.success) return <Navigate to="/404" replace />;
  const reason = reasonIn(read.error);
  if (reason) {
    return (
      <PageContainer title="Checkout">
        <EmptyState
          title={reason}
          action={<ButtonLink to={`/artwork/${parsed.data}`}>Back to the artwork</ButtonLink>}
        />
      </PageContainer>
    );
  }
  return (
    <PageContainer title="Checkout" width="large">
      <ReadResult of={read} while={<SkeletonColumns count={8} label="Loading the checkout" />}>
        {(checkout) => (
          <Columns>
            <OnOffer checkout={checkout} />
            <Desk checkout={checkout} reread={() => read.mutate()} />
          </Columns>
        )}
      </ReadResult>
    </PageContainer>
  );
}
