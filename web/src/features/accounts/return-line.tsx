import { useReturnPage } from "#web/session/return-page.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

/** After a log-in: the way back to the page that asked for it. A server knows nothing of that. */
export function ReturnLine() {
  const page = useReturnPage();
  if (!useIsHydrated() || !page) return null;
  return (
    <Notice>
      You are logged in. <SiteLink to={page.path}>{`Go on to ${page.name ?? "the page where you were"}`}</SiteLink>
    </Notice>
  );
}
