import { chakra } from "@chakra-ui/react";
import { listIntents } from "#shared/contract/orders.ts";
import { useRead } from "#web/api/use-read.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { UnfinishedPaymentNotice } from "./unfinished-payment.tsx";

const FRESH = { revalidateOnMount: true, dedupingInterval: 0 } as const;

/** The user's unfinished payments, if any. */
export default function UnfinishedPayments() {
  const { id: userId } = useSignedIn();
  const { data, mutate } = useRead(listIntents, { params: { userId } }, FRESH);
  if (!data?.items.length) return null;
  return (
    <chakra.ul aria-label="Unfinished payments" listStyle="none" display="grid" gap="3" marginBottom="6">
      {data.items.map((payment) => (
        <li key={payment.orderIntent}>
          <UnfinishedPaymentNotice payment={payment} title={payment.artworkTitle} onCanceled={() => void mutate()}>
            You started paying {moneyLabel(payment.orderSpent)} for a{" "}
            {LICENSE_LABELS[payment.licenseType].name.toLowerCase()} to{" "}
            <SiteLink to={`/artwork/${payment.artworkId}`}>{payment.artworkTitle}</SiteLink>.
          </UnfinishedPaymentNotice>
        </li>
      ))}
    </chakra.ul>
  );
}
