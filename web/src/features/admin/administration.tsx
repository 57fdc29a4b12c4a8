import { Heading } from "@chakra-ui/react";
import { Navigate, useParams } from "react-router-dom";
import type { OperatorAccount } from "#shared/model/operator.ts";
import { useFeatures } from "#web/session/features.ts";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { listPlaces } from "./places.ts";

/** The bar with the operator's places, and the one in the address. */
export default function Administration({ operator }: { readonly operator: OperatorAccount }) {
  const [id = ""] = (useParams()["*"] ?? "").split("/");
  const features = useFeatures();
  const places = listPlaces(operator, features);
  const current = places.find((place) => place.id === id.toLowerCase());
  const [first] = places;
  if (!features.known) return null;
  if (!id && first) return <Navigate to={`/admin/${first.id}`} replace />;
  if (!current) return <NotFoundRedirect />;
  const { Screen } = current;
  return (
    <PageContainer title={`${current.name} · Administration`}>
      <TabLinks
        label="Administration"
        tabs={places.map((place) => ({
          to: `/admin/${place.id}`,
          isCurrent: place === current,
          content: place.name,
        }))}
      />
      <Heading as="h1" size="4xl" marginBottom={{ base: "4", md: "6" }} _print={{ display: "none" }}>
        {current.name}
      </Heading>
      <SectionBoundary>
        <Screen />
      </SectionBoundary>
    </PageContainer>
  );
}
