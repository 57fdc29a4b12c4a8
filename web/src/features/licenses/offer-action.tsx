import { Button } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";
import { readArtwork } from "#shared/contract/artwork.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import type { License } from "#shared/model/order.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";
import { useFeatures } from "#web/session/features.ts";
import { navigation } from "#web/ui/navigation.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";

const FreeLicenseDialog = lazy(() => import("./free-license-dialog.tsx"));

const INVITATION = "Log in to get a license";

interface OfferActionProps {
  readonly detail: ArtworkDetail;
  readonly option: LicenseOption;
  readonly held: readonly License[];
}

function GetFree({ detail, option, held }: OfferActionProps) {
  const [isOpen, setOpen] = useState(false);
  const invalidate = useInvalidate();

  async function open() {
    await session.settled();
    if (session.state().status === "authenticated") setOpen(true);
    else navigation.go("/login", INVITATION);
  }

  return (
    <>
      <Button marginTop="4" width="full" onClick={() => void open()}>
        Get for free
      </Button>
      {isOpen && (
        <Suspense>
          <FreeLicenseDialog
            detail={detail}
            option={option}
            held={held}
            onMoved={() => void invalidate(readArtwork, { artworkId: detail.artwork.artworkId })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What can be done about an offer; a priced one needs a stage that takes payments. */
export function OfferAction({ detail, option, held }: OfferActionProps) {
  const { payments, known } = useFeatures();
  if (option.licensePrice === 0) return <GetFree detail={detail} option={option} held={held} />;
  if (known && !payments) return null;
  return (
    <ButtonLink
      to={`/checkout/${detail.artwork.artworkId}?type=${option.licenseType}`}
      marginTop="4"
      width="full"
      visibility={known ? "visible" : "hidden"}
      aria-label={`Buy ${option.licenseType} license`}
    >
      Buy
    </ButtonLink>
  );
}
