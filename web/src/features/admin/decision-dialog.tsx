import { Dialog } from "@chakra-ui/react";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import {
  ANSWERED_ACTIONS,
  type ArtworkAction,
  type CaseAction,
  type MailPreview,
  RULED_ACTIONS,
} from "#shared/model/case.ts";
import { type EvidenceFile, EvidenceFiles as EvidenceFilesSchema } from "#shared/model/evidence.ts";
import { OperatorReason } from "#shared/model/operator.ts";
import { optionalLines, optionalText, requiredLines, requiredText } from "#shared/model/primitives.ts";
import { OPERATOR_RULES } from "#shared/operator-rules.ts";
import { EvidenceFiles } from "#web/features/orders/evidence-files.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { ACTION_TEXTS, DESTRUCTIVE } from "./decision-texts.ts";
import { useFinalFocus } from "./final-focus.ts";
import { KeptTexts } from "./kept-texts.tsx";
import { type Draft, DraftMails } from "./mail-previews.tsx";
import { RuleFields } from "./rule-fields.tsx";

type Action = CaseAction | ArtworkAction;

const ANSWER_LABELS: Partial<Record<Action, string>> = {
  answer: "Your answer",
  message_seller: "Your message",
  record_answer: "The artist's answer, word for word",
};

const buildForm = (action: Action) =>
  z.object({
    reason: OperatorReason,
    rule: RULED_ACTIONS.includes(action)
      ? requiredText(LIMITS.operatorRule.max)
      : optionalText(LIMITS.operatorRule.max),
    answer: ANSWERED_ACTIONS.includes(action)
      ? requiredLines(LIMITS.operatorAnswer.max)
      : optionalLines(LIMITS.operatorAnswer.max),
    evidenceText: action === "send_evidence" ? requiredLines(LIMITS.evidence.max) : optionalLines(LIMITS.evidence.max),
    evidenceFiles: z.optional(EvidenceFilesSchema),
  });

/** Texts that an operator writes with a decision. */
export interface DecisionTexts {
  readonly reason: string;
  readonly rule?: string;
  readonly answer?: string;
  readonly evidenceText?: string;
  readonly evidenceFiles?: EvidenceFile[] | undefined;
}

interface DecisionDialogProps {
  readonly action: Action;
  /** The title of the subject. */
  readonly subject: string;
  readonly evidenceDraft?: string | null | undefined;
  /** Saved reasons of this subject, before the action's. */
  readonly moreReasons?: readonly string[] | undefined;
  /** Reads the mails that the action would send. */
  readonly readMails: (draft: Draft) => Promise<readonly MailPreview[]>;
  readonly onDecide: (texts: DecisionTexts) => Promise<unknown>;
  readonly onClose: () => void;
}

/** An action with its reason, and every mail that it will send. */
export default function DecisionDialog({
  action,
  subject,
  evidenceDraft,
  moreReasons,
  readMails,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const { label, text, reasons, reasonLabel } = ACTION_TEXTS[action];
  const isAnswer = ANSWERED_ACTIONS.includes(action);
  const finalFocus = useFinalFocus();
  const form = useContractForm({
    schema: buildForm(action),
    defaultValues: {
      ...{ reason: isAnswer ? (reasons[0] ?? "") : "", rule: "", answer: "" },
      evidenceText: action === "send_evidence" ? (evidenceDraft ?? "") : "",
    },
    onSubmit: async ({ reason, rule, answer, evidenceText, evidenceFiles }) => {
      await onDecide({
        reason,
        ...(rule ? { rule } : {}),
        ...(answer ? { answer } : {}),
        ...(evidenceText ? { evidenceText, evidenceFiles } : {}),
      });
      onClose();
    },
  });
  return (
    <ModalDialog finalFocusEl={finalFocus} onClose={onClose}>
      <Dialog.Title>{label}</Dialog.Title>
      <Dialog.Description>
        {subject}. {text}
      </Dialog.Description>
      <Form form={form} label={label}>
        {isAnswer && (
          <TextAreaField name="answer" label={ANSWER_LABELS[action] ?? ""} max={LIMITS.operatorAnswer.max} />
        )}
        {action === "send_evidence" && (
          <>
            <TextAreaField
              name="evidenceText"
              label="Evidence, as the bank reads it"
              max={LIMITS.evidence.max}
              hint="It begins with what the order proves. Add what the buyer wrote, and when the file was downloaded. The artwork's title is sent along."
            />
            <EvidenceFiles />
          </>
        )}
        {!isAnswer && <KeptTexts name="reason" label="Saved reasons" texts={[...(moreReasons ?? []), ...reasons]} />}
        <TextAreaField name="reason" label={reasonLabel ?? "Reason, as it is sent"} max={LIMITS.operatorReason.max} />
        {RULED_ACTIONS.includes(action) && <RuleFields rules={OPERATOR_RULES.artwork} />}
        <DraftMails readMails={readMails} />
        <DialogButtons>
          <SubmitButton
            size="md"
            width="auto"
            mayBeUnchanged
            {...(DESTRUCTIVE.includes(action) ? { colorPalette: "red" } : {})}
          >
            {label}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
