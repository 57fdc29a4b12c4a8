import { Button, chakra, Dialog } from "@chakra-ui/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { SignupForm } from "#shared/model/account.ts";
import { useReturnState } from "#web/session/return-page.ts";
import { useSession } from "#web/session/use-session.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { AwaitLink } from "./await-link.tsx";
import { LogInForm } from "./log-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

interface LogInDialogProps {
  readonly purpose: string;
  readonly returnTo: string | undefined;
  readonly onClose: (isSignedIn?: boolean) => void;
}

/** Focus outside a dialog closes it, so it has to stay within a dialog that opened right after this one. */
const findFollower = () => document.querySelector<HTMLElement>("[role=dialog]");

/** Log-in or sign-up without leaving the page. A sign-up continues here once its verification link is opened. */
export default function LogInDialog({ purpose, returnTo, onClose }: LogInDialogProps) {
  const { status } = useSession();
  const { from } = useReturnState();
  const { key } = useLocation();
  const opened = useRef(key);
  const [form, setForm] = useState<"log in" | "sign up">("log in");
  const [account, setAccount] = useState<SignupForm | null>(null);

  useEffect(() => {
    if (status === "authenticated") onClose(true);
    else if (key !== opened.current) onClose();
  }, [status, key, onClose]);

  const stopWaiting = useCallback(() => {
    setAccount(null);
    setForm("log in");
  }, []);

  return (
    <ModalDialog finalFocusEl={findFollower} onClose={onClose}>
      <Dialog.Title>
        {account ? "Check your email" : `${form === "log in" ? "Log in" : "Sign up"} to ${purpose}`}
      </Dialog.Title>
      {account && <AwaitLink account={account} onRefused={stopWaiting} />}
      {!account && form === "log in" && <LogInForm />}
      {!account && form === "sign up" && <SignUpForm returnTo={returnTo ?? from} onSent={setAccount} />}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" columnGap="6" rowGap="1">
        <Button
          variant="plain"
          size="sm"
          textDecoration="underline"
          onClick={() => (form === "log in" ? setForm("sign up") : stopWaiting())}
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
    </ModalDialog>
  );
}
