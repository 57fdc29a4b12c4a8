import ShieldCheck from "lucide-react/icons/shield-check";
import { MenuLink } from "./menu-link.tsx";

/** Loaded by operators alone. */
export default function OperatorLink() {
  return <MenuLink link={{ label: "Administration", to: "/admin" }} Icon={ShieldCheck} />;
}
