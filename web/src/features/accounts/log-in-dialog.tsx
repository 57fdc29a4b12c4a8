import { Button, chakra, Dialog, Portal } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "#web/session/use-session.ts";
import { dialog } from "#web/theme/recipes/dialog.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { LogInForm } from "./log-in-form.tsx";
import { type SentTo, SignUpForm } from "./sign-up-form.tsx";

interface LogInDialogProps {
  readonly reason: string;
  readonly onClose: (isSignedIn?: boolean) => void;
}

/** Logging in or signing up without leaving the page. A sign-up continues here once the link in its mail is opened. */
export default function LogInDialog({ reason, onClose }: LogInDialogProps) {
  const { status } = useSession();
  const { key } = useLocation();
  const opened = useRef(key);
  const [form, setForm] = useState<"log in" | "sign up">("log in");
  const [sentTo, setSentTo] = useState<string | null>(null);

  useEffect(() => {
    if (status === "authenticated") onClose(true);
    else if (key !== opened.current) onClose();
  }, [status, key, onClose]);

  function awaitMail({ userEmail }: SentTo) {
    setSentTo(userEmail);
    setForm("log in");
  }

  return (
    <Dialog.Root recipe={dialog} open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Title>{reason}</Dialog.Title>
            {form === "log in" ? (
              <LogInForm
                notice={
                  sentTo && (
                    <Notice kind="success">
                      We sent a link to {sentTo}. Open it to verify your account, then log in here to continue.
                    </Notice>
                  )
                }
              />
            ) : (
              <SignUpForm onSent={awaitMail} />
            )}
            <chakra.div display="flex" flexWrap="wrap" justifyContent="center" columnGap="6" rowGap="1">
              <Button
                variant="plain"
                size="sm"
                textDecoration="underline"
                onClick={() => setForm(form === "log in" ? "sign up" : "log in")}
              >
                {form === "log in" ? "Create an account" : "I already have an account"}
              </Button>
              {form === "log in" && (
                <SiteLink to="/account_restoration" textStyle="sm" alignSelf="center">
                  Trouble logging in?
                </SiteLink>
              )}
              <Dialog.ActionTrigger asChild>
                <Button variant="plain" size="sm" color="fg.muted">
                  Not now
                </Button>
              </Dialog.ActionTrigger>
            </chakra.div>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
