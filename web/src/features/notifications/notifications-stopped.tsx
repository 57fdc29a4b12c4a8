import { Button, Flex, Text } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";

/** Says quietly that the list no longer follows by itself. */
export function NotificationsStopped({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Flex
      role="status"
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="3"
      px="4"
      py="2"
      borderBottomWidth="1px"
      borderColor="border.muted"
      color="fg.muted"
    >
      <Text textStyle="sm">{MESSAGES.notificationsStopped}</Text>
      <Button size="sm" variant="ghost" colorPalette="neutral" onClick={onRetry}>
        Try again
      </Button>
    </Flex>
  );
}
