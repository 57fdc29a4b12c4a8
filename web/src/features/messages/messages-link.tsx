import { IconButton } from "@chakra-ui/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { Link } from "react-router-dom";
import { CountBadge, formatBadgeCount } from "#web/ui/count-badge.tsx";
import { useUnreadThreads } from "./use-threads.ts";

/** Link to the inbox, with the number of unread conversations. Loaded after log-in. */
export default function MessagesLink() {
  const count = useUnreadThreads();
  return (
    <IconButton asChild variant="ghost" colorPalette="neutral" p="0" position="relative">
      <Link to="/messages" aria-label={count > 0 ? `Messages, ${formatBadgeCount(count)} unread` : "Messages"}>
        <MessagesSquare aria-hidden />
        <CountBadge count={count} />
      </Link>
    </IconButton>
  );
}
