import { chakra } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { listOrders } from "#shared/contract/licenses.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ORDER_SIDES, type OrderSide } from "#shared/model/order.ts";
import { useFreshPages } from "#web/api/use-fresh-pages.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { DocumentArchive } from "#web/features/orders/document-archive.tsx";
import { OrderList } from "#web/features/orders/order-list.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

const UnfinishedPayments = lazyPart(() => import("#web/features/checkout/unfinished-payments.tsx"));

const ADDRESSES: Readonly<Record<OrderSide, string>> = { purchases: "/orders", sales: "/orders?tab=sales" };

function Nothing({ side }: { readonly side: OrderSide }) {
  if (side === "sales") {
    return (
      <EmptyState
        title="Nothing sold yet"
        text="Every license to your artwork appears here, including free ones."
        action={<ButtonLink to="/my_artwork">Go to my artwork</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      title="No purchases yet"
      text="Every license you get, free or paid, is kept here with its certificate and file."
      action={<ButtonLink to="/">Browse artwork</ButtonLink>}
    />
  );
}

function Orders({ side }: { readonly side: OrderSide }) {
  const { id: userId } = useSignedIn();
  const { payments } = useFeatures();
  const input = { params: { userId }, query: { type: side } };
  const pages = useReadPages(listOrders, input, { errorMessage: MESSAGES.failedFetchPurchases });
  const { items, error, isLoading, reload } = pages;
  useFreshPages(pages);
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns count={6} isNarrow label="Loading your orders" />;
  if (!items.length) return <Nothing side={side} />;
  return (
    <>
      <OrderList side={side} items={items} />
      <LoadMore pages={pages} noun="orders" />
      {(payments || items.some(({ license }) => license.licensePrice > 0)) && <DocumentArchive side={side} />}
    </>
  );
}

/** The signed-in user's purchases and sales. */
export default function OrdersScreen() {
  const [search] = useSearchParams();
  const { payments } = useFeatures();
  const side = ORDER_SIDES.find((one) => one === search.get("tab")) ?? "purchases";
  return (
    <PageContainer title="Orders" width="large">
      <chakra.div maxWidth="90rem" marginX="auto">
        <PageHeading title="Orders" text="Every license bought and sold, with its certificate, file and documents." />
        <TabLinks
          label="Orders"
          tabs={[
            { to: ADDRESSES.purchases, isCurrent: side === "purchases", content: "Purchases" },
            { to: ADDRESSES.sales, isCurrent: side === "sales", content: "Sales" },
          ]}
        />
        {payments && side === "purchases" && <UnfinishedPayments />}
        <Orders key={side} side={side} />
      </chakra.div>
    </PageContainer>
  );
}
