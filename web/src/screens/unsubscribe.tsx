import { Button, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { unsubscribe } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATION_KINDS, type NoticeSwitch } from "#shared/model/notifications.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

type State = "asking" | "sending" | "done" | "expired";

/** Unsubscribes only by a button, because mail scanners open every link. */
export default function UnsubscribeScreen() {
  const { userId = "", notice = "", key: unsubscribeKey = "" } = useParams();
  const kind = Object.values(NOTIFICATION_KINDS).find(({ mail }) => mail === notice)?.label;
  const [state, setState] = useState<State>(kind ? "asking" : "expired");

  async function stop() {
    setState("sending");
    try {
      const params = { userId, notice: notice as NoticeSwitch, unsubscribeKey };
      await send(unsubscribe, { params }, { errorMessage: MESSAGES.failedUpdatePreferences });
      setState("done");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState(error.status === 410 || error.status === 400 ? "expired" : "asking");
    }
  }

  const settings = (
    <ButtonLink to="/settings/notices" size="lg" variant="outline" colorPalette="neutral">
      All notification settings
    </ButtonLink>
  );
  if (state === "expired") {
    return (
      <AuthScreen title="That didn't work">
        <Flex direction="column" gap="6">
          <Notice kind="error">This link doesn't work. You can switch our emails off in your settings.</Notice>
          {settings}
        </Flex>
      </AuthScreen>
    );
  }
  if (state === "done") {
    return (
      <AuthScreen title="Done">
        <Flex direction="column" gap="6">
          <Notice kind="success">We won't send you these emails anymore: {kind}.</Notice>
          {settings}
        </Flex>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title="Stop these emails?">
      <Flex direction="column" gap="6">
        <Text>You won't get any more emails about this: {kind}.</Text>
        <Button size="lg" loading={state === "sending"} onClick={() => void stop()}>
          Stop these emails
        </Button>
        {settings}
      </Flex>
    </AuthScreen>
  );
}
