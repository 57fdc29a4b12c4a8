import { Button, chakra, Heading, Text } from "@chakra-ui/react";
import { useState } from "react";
import { DISPLAY } from "#shared/display.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { useSession } from "#web/session/use-session.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const AnswerDialog = lazyPart(() => import("./suspension-answer-dialog.tsx"));

/** Tells the owner of a suspended account about it on every page, with the reason, the rule and a way to answer. */
export default function SuspensionBanner({ user }: { readonly user: SessionUser }) {
  const [isAnswering, setAnswering] = useState(false);
  const { updateUser } = useSession();
  const { suspension } = user;
  if (!suspension) return null;
  const { reason, rule, at, answered } = suspension;
  return (
    <chakra.section aria-labelledby="suspension" bg="bg.error" paddingY="4" _print={{ display: "none" }}>
      <chakra.div
        maxW="large"
        marginX="auto"
        paddingX={{ base: "4", md: "8", "2xl": "12" }}
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) auto" }}
        alignItems="start"
        columnGap="8"
      >
        <chakra.div display="grid" gap="2" maxW="prose">
          <Heading as="h2" id="suspension" size="md" color="fg.error">
            Your account is suspended
          </Heading>
          <Text textStyle="sm">
            You can't publish, comment, review, write messages, sell or buy. You can still download what you bought,
            refund orders, export your data and close your account.
          </Text>
          <chakra.details textStyle="sm">
            <chakra.summary cursor="pointer" focusVisibleRing="outside" borderRadius="l1" width="fit-content">
              Reason and rule
            </chakra.summary>
            <Facts marginTop="3">
              <div>
                <dt>Reason</dt>
                <dd>
                  <chakra.span whiteSpace="pre-line" overflowWrap="anywhere">
                    {reason}
                  </chakra.span>
                </dd>
              </div>
              <div>
                <dt>Rule</dt>
                <dd>{rule}</dd>
              </div>
              <div>
                <dt>Since</dt>
                <dd>
                  <DateTime value={at} pattern={DISPLAY.momentFormat} />
                </dd>
              </div>
            </Facts>
          </chakra.details>
        </chakra.div>
        {answered ? (
          <Text textStyle="sm" maxW={{ lg: "16rem" }}>
            You answered. Somebody other than the person who suspended your account reads it and emails you.
          </Text>
        ) : (
          <Button
            size="sm"
            variant="outline"
            colorPalette="neutral"
            justifySelf="start"
            bg="bg"
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        )}
      </chakra.div>
      {isAnswering && (
        <AnswerDialog
          userId={user.id}
          onAnswered={() => updateUser({ suspension: { ...suspension, answered: true } })}
          onClose={() => setAnswering(false)}
        />
      )}
    </chakra.section>
  );
}
