import { Button, chakra } from "@chakra-ui/react";
import FileText from "lucide-react/icons/file-text";
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { EMPTY_FORM } from "./artwork-form-values.ts";
import { isProposed, type Proposals, type ProposedField } from "./use-proposals.ts";

/** The form's proposals; an edited artwork has none. */
export const ProposalsContext = createContext<Proposals | null>(null);

const Mark = chakra("p", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "1.5",
    marginTop: "1.5",
    textStyle: "sm",
    color: "accent.fg",
  },
});

interface ProposableProps {
  readonly name: keyof typeof EMPTY_FORM;
  readonly label: string;
  readonly children: ReactNode;
}

/** The first click into a proposed line selects it, so that typing replaces it, as after Tab. */
function useSelectedOnClick(frame: RefObject<HTMLElement | null>, isMarked: boolean) {
  useEffect(() => {
    const line = isMarked ? frame.current?.querySelector("input") : null;
    if (!line) return;
    let hadFocus = false;
    const onDown = () => {
      hadFocus = document.activeElement === line;
    };
    const onClick = () => {
      if (!hadFocus) line.select();
    };
    line.addEventListener("mousedown", onDown);
    line.addEventListener("click", onClick);
    return () => {
      line.removeEventListener("mousedown", onDown);
      line.removeEventListener("click", onClick);
    };
  }, [frame, isMarked]);
}

/** A field whose value is marked as long as it is the one that the file proposed. */
export function Proposable({ name, label, children }: ProposableProps) {
  const proposals = useContext(ProposalsContext);
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name });
  const frame = useRef<HTMLDivElement>(null);
  const isMarked = proposals !== null && isProposed(proposals, name, value);
  useSelectedOnClick(frame, isMarked);
  function clear() {
    setValue(name, EMPTY_FORM[name], { shouldDirty: true, shouldTouch: true });
    // The button is gone with its mark.
    frame.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }
  const isFromName = name === "artworkTitle" && proposals?.isFromName;
  return (
    <div ref={frame}>
      {children}
      {isMarked && (
        <Mark>
          <FileText size={16} aria-hidden />
          Suggested from {isFromName ? "the file name" : "the file"}
          <Button
            type="button"
            variant="plain"
            size="sm"
            height="6"
            paddingX="1"
            textDecoration="underline"
            onClick={clear}
          >
            Clear <chakra.span srOnly>{label.toLowerCase()}</chakra.span>
          </Button>
        </Mark>
      )}
    </div>
  );
}

/** Tells screen readers which fields were filled in. */
export function ProposalsStatus({ getLabel }: { readonly getLabel: (name: ProposedField) => string }) {
  const proposals = useContext(ProposalsContext);
  const names = Object.keys(proposals?.values ?? {}) as ProposedField[];
  const list = new Intl.ListFormat("en").format(names.map((name) => getLabel(name).toLowerCase()));
  return (
    <chakra.span srOnly role="status">
      {names.length > 0 && `Suggested from the file: ${list}`}
    </chakra.span>
  );
}
