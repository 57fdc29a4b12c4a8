import { Flex, Spinner } from "@chakra-ui/react";
import { readOperator } from "#shared/contract/admin.ts";
import { useRead } from "#web/api/use-read.ts";
import { SecondFactorMissing } from "#web/features/admin/second-factor-missing.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";

const Administration = lazyPart(() => import("#web/features/admin/administration.tsx"));

const Loading = () => (
  <Flex role="status" aria-label="Loading" justify="center" py="24" minH="dvh" color="fg.subtle">
    <Spinner size="lg" />
  </Flex>
);

/** The administration, whose script only operators load; for anybody else the 404 page. */
export default function AdminScreen() {
  const read = useRead(readOperator, {});
  // After a permission was revoked, the data of an earlier read would stay shown.
  if (read.error?.status === 404) return <NotFoundRedirect />;
  if (read.error?.code === "second_factor_missing") return <SecondFactorMissing />;
  return (
    <ReadResult read={read} fallback={<Loading />}>
      {(operator) => <Administration operator={operator} fallback={<Loading />} />}
    </ReadResult>
  );
}
