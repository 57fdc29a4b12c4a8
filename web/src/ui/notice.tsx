import { chakra } from "@chakra-ui/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";

const KINDS = {
  info: { Icon: Info, bg: "bg.muted", color: "fg", role: "status" },
  success: { Icon: CircleCheck, bg: "bg.success", color: "fg.success", role: "status" },
  error: { Icon: CircleAlert, bg: "bg.error", color: "fg.error", role: "alert" },
} as const;

interface NoticeProps {
  readonly kind?: keyof typeof KINDS;
  readonly children: ReactNode;
}

/** A message that stays on the page, as opposed to a toast. */
export function Notice({ kind = "info", children }: NoticeProps) {
  const { Icon, bg, color, role } = KINDS[kind];
  return (
    <chakra.div
      role={role}
      display="flex"
      gap="3"
      px="4"
      py="3.5"
      borderRadius="l2"
      bg={bg}
      color={color}
      textStyle="sm"
    >
      <chakra.span flexShrink="0" mt="0.5" aria-hidden>
        <Icon size={18} />
      </chakra.span>
      <chakra.div flex="1">{children}</chakra.div>
    </chakra.div>
  );
}
