import { Button, Flex } from "@chakra-ui/react";
import { useState } from "react";
import type { ArtworkAction, CaseAction, MailPreview } from "#shared/model/case.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { DecisionTexts } from "./decision-dialog.tsx";
import { ACTION_TEXTS, DESTRUCTIVE, type MoreReasons } from "./decision-texts.ts";
import type { Draft } from "./mail-previews.tsx";

const DecisionDialog = lazyPart(() => import("./decision-dialog.tsx"));

interface DecisionButtonsProps<Action> {
  readonly actions: readonly Action[];
  /** The title of the subject. */
  readonly subject: string;
  /** The text for a bank to begin with. */
  readonly evidenceDraft?: string | null | undefined;
  /** Saved reasons that only this subject has. */
  readonly moreReasons?: MoreReasons;
  /** Reads the mails that an action would send. */
  readonly readMails: (action: Action, draft: Draft) => Promise<readonly MailPreview[]>;
  readonly onDecide: (action: Action, texts: DecisionTexts) => Promise<unknown>;
  /** Called when the dialog closes, decided or not. */
  readonly onClose?: () => void;
}

/** A button for each action, which asks for its texts. */
export function DecisionButtons<Action extends CaseAction | ArtworkAction>({
  actions,
  subject,
  evidenceDraft,
  moreReasons = {},
  readMails,
  onDecide,
  onClose,
}: DecisionButtonsProps<Action>) {
  const [action, setAction] = useState<Action | null>(null);
  function close() {
    setAction(null);
    onClose?.();
  }
  return (
    <>
      <Flex role="group" aria-label="Actions" tabIndex={-1} outline="none" gap="3" wrap="wrap">
        {actions.map((each) => (
          <Button
            key={each}
            variant={DESTRUCTIVE.includes(each) ? "solid" : "outline"}
            colorPalette={DESTRUCTIVE.includes(each) ? "red" : "neutral"}
            onClick={() => setAction(each)}
          >
            {ACTION_TEXTS[each].label}
          </Button>
        ))}
      </Flex>
      {action && (
        <DecisionDialog
          action={action}
          subject={subject}
          evidenceDraft={evidenceDraft}
          moreReasons={moreReasons[action]}
          readMails={(draft) => readMails(action, draft)}
          onDecide={(texts) => onDecide(action, texts)}
          onClose={close}
        />
      )}
    </>
  );
}
