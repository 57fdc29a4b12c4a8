import { chakra, IconButton } from "@chakra-ui/react";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { APP_NAME } from "#shared/brand.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { dismissedStep } from "./dismissed-step.ts";
import { type NextStep, useNextStep } from "./next-step.ts";

interface Suggestion {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly to: string }[];
}

const SUGGESTIONS: Readonly<Record<NextStep, Suggestion>> = {
  start: {
    title: `Welcome to ${APP_NAME}`,
    text: "Here to show your work, or to find some? Favorite what you like, and follow the artists.",
    actions: [
      { label: "Upload your art", to: "/artwork/add" },
      { label: "See what's popular", to: "/?sort=popular" },
    ],
  },
  payouts: {
    title: "Ready to sell?",
    text: "Your work is online. Set up payouts with Stripe, and you can put a price on it.",
    actions: [{ label: "Set up payouts", to: "/onboarding" }],
  },
  follow: {
    title: "See what they make next",
    text: "Follow the artists of your favorites, and we'll tell you when they publish something new.",
    actions: [{ label: "Go to your favorites", to: "/gallery?tab=favorites" }],
  },
};

const Card = chakra("section", {
  base: {
    position: "fixed",
    zIndex: "dropdown",
    bottom: { base: "3", md: "6" },
    insetStart: { base: "3", md: "auto" },
    insetEnd: { base: "3", md: "6" },
    maxWidth: { md: "26rem" },
    padding: { base: "4", md: "5" },
    background: "bg.panel",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "l3",
    boxShadow: "lg",
    // The cookie notice has priority.
    "body:has([data-consent]) &": { display: "none" },
  },
});

/** Suggests a next step to new users, over the page so that nothing shifts; doesn't return once dismissed. */
export default function NextStepCard({ user }: { readonly user: SessionUser }) {
  const step = useNextStep(user);
  const [dismissed, setDismissed] = useState(dismissedStep.read);
  if (!step || step === dismissed) return null;
  const { title, text, actions } = SUGGESTIONS[step];
  function dismiss() {
    if (!step) return;
    dismissedStep.write(step);
    setDismissed(step);
  }
  return (
    <Card aria-label={title}>
      <chakra.div display="flex" alignItems="start" justifyContent="space-between" gap="3">
        <chakra.strong fontFamily="heading" textStyle="lg">
          {title}
        </chakra.strong>
        <IconButton
          variant="ghost"
          colorPalette="neutral"
          size="sm"
          marginTop="-1.5"
          marginEnd="-2"
          aria-label="Dismiss"
          onClick={dismiss}
        >
          <X size={20} aria-hidden />
        </IconButton>
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        {text}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2" marginTop="4">
        {actions.map(({ label, to }, at) => (
          <ButtonLink key={to} to={to} size="sm" {...(at === 0 ? {} : { variant: "outline", colorPalette: "neutral" })}>
            {label}
          </ButtonLink>
        ))}
      </chakra.div>
    </Card>
  );
}
