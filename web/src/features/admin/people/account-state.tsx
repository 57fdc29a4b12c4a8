import { Badge } from "@chakra-ui/react";
import type { AccountState } from "#shared/model/account-record.ts";

const STATES: Readonly<Record<AccountState, { readonly name: string; readonly bg: string; readonly color: string }>> = {
  open: { name: "Open", bg: "bg.success", color: "fg.success" },
  unverified: { name: "Email not verified", bg: "bg.muted", color: "fg" },
  suspended: { name: "Suspended", bg: "bg.error", color: "fg.error" },
  blocked: { name: "Blocked", bg: "bg.error", color: "fg.error" },
  closed: { name: "Closed", bg: "bg.muted", color: "fg" },
};

export function AccountStateBadge({ state }: { readonly state: AccountState }) {
  const { name, ...colors } = STATES[state];
  return <Badge {...colors}>{name}</Badge>;
}
