import { SiteLink } from "#web/ui/site-link.tsx";

/** The path of a page, linked while the page can be seen. */
export const PagePath = ({ path, isVisible }: { readonly path: string; readonly isVisible: boolean }) =>
  isVisible ? <SiteLink to={path}>{path}</SiteLink> : path;
