import { chakra } from "@chakra-ui/react";
import { useHasPlace } from "#web/features/frame/use-places.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";

const BECOME_SELLER = { label: "Become a seller", to: "/onboarding" } as const;

/** Stands below a sentence that names it, where the stage has onboarding. */
export function BecomeSellerLink() {
  if (!useHasPlace()(BECOME_SELLER)) return null;
  return (
    <chakra.div marginTop="3">
      <ButtonLink to={BECOME_SELLER.to} size="sm">
        {BECOME_SELLER.label}
      </ButtonLink>
    </chakra.div>
  );
}
