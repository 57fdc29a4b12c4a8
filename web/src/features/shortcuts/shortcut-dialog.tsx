import { chakra, Dialog } from "@chakra-ui/react";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { listAddedShortcuts, type Shortcuts } from "./added-shortcuts.ts";

/** Shortcuts by context; each row groups keys with similar effects. */
const SHORTCUTS = [
  {
    where: "Browsing pictures",
    keys: [
      [["←", "→", "↑", "↓"], "Move to the next picture"],
      [["Home", "End"], "First and last picture in the row"],
      [["Enter"], "Open the picture"],
      [["f"], "Add to or remove from favorites"],
    ],
  },
  {
    where: "Full screen",
    keys: [
      [["←", "→"], "Previous and next picture; pan when zoomed in"],
      [["+", "-"], "Zoom in and out"],
      [["0"], "Fit to the screen"],
      [["1"], "Show at 100%"],
      [["Esc"], "Close"],
    ],
  },
  { where: "Everywhere", keys: [[["?"], "Show keyboard shortcuts"]] },
] as const satisfies readonly Shortcuts[];

const Heading = chakra("h3", { base: { fontWeight: "semibold", marginBottom: "2" } });

const Rows = chakra("dl", {
  base: { display: "grid", gridTemplateColumns: "8.5rem minmax(0, 1fr)", columnGap: "4", rowGap: "2", textStyle: "sm" },
});

const Key = chakra("kbd", {
  base: {
    display: "inline-grid",
    placeItems: "center",
    minWidth: "7",
    height: "7",
    paddingX: "1.5",
    marginEnd: "1",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "l1",
    background: "bg.muted",
    fontFamily: "inherit",
  },
});

export default function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Keyboard shortcuts</Dialog.Title>
      {[...listAddedShortcuts(), ...SHORTCUTS].map(({ where, keys }) => (
        <section key={where}>
          <Heading>{where}</Heading>
          <Rows>
            {keys.map(([names, does]) => (
              <chakra.div key={does} display="contents">
                <dt>
                  {names.map((name) => (
                    <Key key={name}>{name}</Key>
                  ))}
                </dt>
                <chakra.dd alignSelf="center">{does}</chakra.dd>
              </chakra.div>
            ))}
          </Rows>
        </section>
      ))}
      <DialogButtons away="Close" />
    </ModalDialog>
  );
}
