import { useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { MESSAGES } from "#shared/messages.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { FailurePage } from "#web/ui/error-page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

const OtherArtwork = lazyPart(() => import("#web/features/search/other-artwork.tsx"));

const NEVER = () => () => {};

/** False during hydration: the server's HTML doesn't name the path, as one cached page serves all. */
const useIsTakenOver = () =>
  useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );

/** The 404 page; after a redirect it names the requested path. */
export default function NotFoundScreen() {
  const state: unknown = useLocation().state;
  const isTakenOver = useIsTakenOver();
  const asked = typeof state === "object" && state && "asked" in state ? state.asked : undefined;
  return (
    <>
      <FailurePage
        heading="404"
        text={MESSAGES.notFound}
        detail={isTakenOver && typeof asked === "string" ? asked : ""}
        illustration={<EmptyFrameIllustration />}
        action={
          <ButtonLink to="/" size="lg">
            Go home
          </ButtonLink>
        }
      />
      {isTakenOver && typeof asked === "string" && asked.startsWith("/artwork/") && <OtherArtwork />}
    </>
  );
}
