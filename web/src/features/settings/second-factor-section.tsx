import { Button, chakra, Heading, Skeleton, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import {
  beginTotp,
  readFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from "#shared/contract/second-factor.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Factors } from "#shared/model/second-factor.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { canUsePasskeys } from "#web/features/accounts/web-authn.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DateTime, RelativeTime } from "#web/ui/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { type NewTotp, TotpDialog } from "./totp-dialog.tsx";

const failed = { errorMessage: MESSAGES.failedFactors } as const;

interface PartProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <chakra.div display="grid" gap="3" justifyItems="start">
      <div>
        <Heading as="h3" size="lg">
          {title}
        </Heading>
        <Text color="fg.muted" textStyle="sm" textWrap="pretty">
          {text}
        </Text>
      </div>
      {children}
    </chakra.div>
  );
}

interface FactorRowProps {
  readonly name: string;
  readonly when: ReactNode;
  readonly text: string;
  readonly onRemove: () => Promise<unknown>;
}

function FactorRow({ name, when, text, onRemove }: FactorRowProps) {
  return (
    <chakra.div
      width="full"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      p="4"
      borderRadius="l2"
      borderWidth="1px"
      borderColor="border.muted"
    >
      <chakra.div minW="0">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Text>
        <Text color="fg.muted" textStyle="sm">
          {when}
        </Text>
      </chakra.div>
      <Confirm
        title={`Remove ${name}?`}
        text={text}
        action="Remove"
        onConfirm={onRemove}
        trigger={
          <Button size="sm" variant="outline" colorPalette="red" aria-label={`Remove ${name}`}>
            Remove…
          </Button>
        }
      />
    </chakra.div>
  );
}

type Opened =
  | { readonly dialog: "totp"; readonly totp: NewTotp }
  | { readonly dialog: "passkey" }
  | { readonly dialog: "codes"; readonly codes: readonly string[] };

interface FactorListProps {
  readonly factors: Factors;
  readonly reread: () => Promise<unknown>;
}

const REMOVED_LAST = "It's your last second factor. After this, your password alone logs you in.";
const REMOVED = "You can no longer log in with it. Your others still work.";

function FactorList({ factors: { totpCreated, passkeys, recoveryCodes }, reread }: FactorListProps) {
  const params = { userId: useSignedIn().id };
  const [opened, setOpened] = useState<Opened>();
  const [busy, setBusy] = useState<"totp" | "codes">();
  const count = passkeys.length + (totpCreated ? 1 : 0);
  const consequence = count === 1 ? REMOVED_LAST : REMOVED;
  const close = () => setOpened(undefined);

  async function open(what: "totp" | "codes", dialog: () => Promise<Opened>) {
    setBusy(what);
    try {
      setOpened(await dialog());
      await reread();
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setBusy(undefined);
    }
  }

  async function added(codes: readonly string[] | null) {
    setOpened(codes ? { dialog: "codes", codes } : undefined);
    await reread();
  }

  const beginAdding = () =>
    open("totp", async () => ({ dialog: "totp", totp: await send(beginTotp, { params }, failed) }));
  const renew = () =>
    open("codes", async () => {
      const renewed = await send(renewRecoveryCodes, { params }, failed);
      return { dialog: "codes", codes: renewed.recoveryCodes };
    });

  return (
    <chakra.div display="grid" gap="8">
      <Part title="Passkeys" text="Your phone, computer or security key logs you in, without your password.">
        {passkeys.map(({ id: passkeyId, name, created, lastUsed }) => (
          <FactorRow
            key={passkeyId}
            name={name}
            when={
              <>
                Added <DateTime value={created} pattern={DISPLAY.momentFormat} />,{" "}
                {lastUsed ? (
                  <>
                    used <RelativeTime value={lastUsed} />
                  </>
                ) : (
                  "not used yet"
                )}
              </>
            }
            text={consequence}
            onRemove={async () => {
              await send(removePasskey, { params: { ...params, passkeyId } }, failed);
              await reread();
            }}
          />
        ))}
        {canUsePasskeys() ? (
          <Button variant="outline" colorPalette="neutral" onClick={() => setOpened({ dialog: "passkey" })}>
            Add a passkey…
          </Button>
        ) : (
          <Notice>This browser doesn't support passkeys.</Notice>
        )}
      </Part>
      <Part title="Authenticator app" text="An app on your phone shows a code that you enter when you log in.">
        {totpCreated ? (
          <FactorRow
            name="Authenticator app"
            when={
              <>
                Added <DateTime value={totpCreated} pattern={DISPLAY.momentFormat} />
              </>
            }
            text={consequence}
            onRemove={async () => {
              await send(removeTotp, { params }, failed);
              await reread();
            }}
          />
        ) : (
          <Button
            variant="outline"
            colorPalette="neutral"
            loading={busy === "totp"}
            loadingText="Add an app…"
            onClick={() => void beginAdding()}
          >
            Add an app…
          </Button>
        )}
      </Part>
      {count > 0 && (
        <Part title="Recovery codes" text="For when you can't reach your second factor. Each works once.">
          <Text>{recoveryCodes} of 10 left</Text>
          <Button
            variant="outline"
            colorPalette="neutral"
            loading={busy === "codes"}
            loadingText="Create new codes…"
            onClick={() => void renew()}
          >
            Create new codes…
          </Button>
        </Part>
      )}
      {opened?.dialog === "totp" && <TotpDialog totp={opened.totp} onClose={close} onAdded={added} />}
      {opened?.dialog === "passkey" && <PasskeyDialog onClose={close} onAdded={added} />}
      {opened?.dialog === "codes" && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
    </chakra.div>
  );
}

export function SecondFactorSection() {
  const { data, error, mutate } = useRead(readFactors, { params: { userId: useSignedIn().id } });
  return (
    <SettingsSection
      id="second-factor"
      title="Second factor"
      text="With a second factor, nobody can log in with your password alone. Payments, account changes and deletions ask for it, too."
    >
      {data ? (
        <FactorList factors={data} reread={mutate} />
      ) : error ? (
        <Notice kind="error">
          <Button variant="plain" size="sm" textDecoration="underline" onClick={() => void mutate()}>
            Your second factors couldn't be loaded. Try again
          </Button>
        </Notice>
      ) : (
        <Skeleton height="16rem" role="status" aria-label="Loading your second factors" />
      )}
    </SettingsSection>
  );
}
