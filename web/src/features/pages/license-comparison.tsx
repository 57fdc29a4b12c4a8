import { chakra } from "@chakra-ui/react";
import { Check, X } from "lucide-react";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";

const Mark = chakra("span", {
  base: { display: "inline-flex", alignItems: "center", verticalAlign: "top", gap: "2", "& svg": { flexShrink: 0 } },
});

const YES = (
  <Mark color="fg.success">
    <Check size={18} aria-hidden />
    Yes
  </Mark>
);

const NO = (
  <Mark color="fg.muted">
    <X size={18} aria-hidden />
    No
  </Mark>
);

/** What the two texts of the licenses come down to; the texts are what counts. */
const USES = [
  { name: "Wallpapers, backgrounds, profile pictures", cells: [YES, YES] },
  { name: "Prints for your own rooms and as presents", cells: [YES, YES] },
  { name: "School work, and talks for which nobody pays", cells: [YES, YES] },
  { name: "A page or profile that earns nothing", cells: ["With the artist's name", YES] },
  { name: "Rooms and documents inside a company", cells: [YES, YES] },
  { name: "Websites, apps, games and films that earn money", cells: [NO, YES] },
  { name: "Advertising, packaging, covers and pages of books", cells: [NO, YES] },
  { name: "Goods for sale with the work as a part of their design", cells: [NO, YES] },
  { name: "Finished designs for clients", cells: [NO, YES] },
  { name: "Prints, posters or files for sale that are nothing but the work", cells: [NO, NO] },
  { name: "Passing the file on, as stock or as a template", cells: [NO, NO] },
  { name: "Training software that generates pictures", cells: [NO, NO] },
  { name: "Copies and projects", cells: ["Any number", "Any number"] },
  { name: "How long, and where", cells: ["Without end, worldwide", "Without end, worldwide"] },
  { name: "Handing the license on", cells: [NO, "With the whole business"] },
] as const;

export function LicenseComparison() {
  return <ResponsiveTable caption="What each license allows" columns={["Use", "Personal", "Commercial"]} rows={USES} />;
}
