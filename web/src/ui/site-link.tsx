import { Button, type ButtonProps, Link, type LinkProps } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";

interface To {
  /** A path of the site. */
  readonly to: string;
  /** Navigation state. */
  readonly state?: object;
  readonly children: ReactNode;
}

export const profilePath = (username: string): string => `/user/${encodeURIComponent(username)}`;

export const tagPath = (tag: string): string => `/tag/${encodeURIComponent(tag)}`;

/** A link within the site. */
export function SiteLink({ to, state, children, ...props }: To & Omit<LinkProps, "href">) {
  return (
    <Link asChild {...props}>
      <RouterLink to={to} state={state}>
        {children}
      </RouterLink>
    </Link>
  );
}

/** A link within the site that looks like a button. */
export function ButtonLink({ to, state, children, ...props }: To & Omit<ButtonProps, "onClick">) {
  return (
    <Button asChild {...props}>
      <RouterLink to={to} state={state}>
        {children}
      </RouterLink>
    </Button>
  );
}
