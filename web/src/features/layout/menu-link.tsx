import { Menu } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";
import type { NavLink } from "./nav-links.ts";

interface MenuLinkProps {
  readonly link: NavLink;
  readonly Icon: LucideIcon;
}

export const MenuLink = ({ link: { to, label }, Icon }: MenuLinkProps) => (
  <Menu.Item value={to} asChild>
    <Link to={to}>
      <Icon aria-hidden />
      {label}
    </Link>
  </Menu.Item>
);
