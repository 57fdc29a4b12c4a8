import { Button, chakra, Field, Flex, Textarea } from "@chakra-ui/react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ApiError } from "#web/api/response.ts";
import type { CommentDraft } from "./comment-drafts.ts";

interface CommentEditorProps {
  readonly label: string;
  /** The initial text. */
  readonly text?: string;
  /** The submit button's label. */
  readonly action: string;
  /** Fallback message for a failure without one. */
  readonly failure: string;
  /** Receives the trimmed text; if it rejects, the text stays. */
  readonly onSend: (text: string) => Promise<unknown>;
  readonly onCancel?: () => void;
  /** Stores the text until sent or canceled. */
  readonly draft?: CommentDraft | undefined;
  /** Focuses the field as soon as it is true. */
  readonly takesFocus?: boolean;
}

const { max } = LIMITS.comment;

/** The field's error message; undefined if a toast shows the failure. */
function findProblem({ fields, expose, status }: ApiError, failure: string) {
  if (fields.commentContent || expose) return fields.commentContent;
  return status === 0 ? `${MESSAGES.network}. ${failure}, but your text is still here.` : `${failure}.`;
}

/** Editor of a comment's text. */
export default function CommentEditor({
  label,
  text: before = "",
  action,
  failure,
  onSend,
  onCancel,
  draft,
  takesFocus = onCancel !== undefined,
}: CommentEditorProps) {
  const [text, setText] = useState(() => draft?.read() || before);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const content = text.trim();
  const canSend = content !== "" && content.length <= max && content !== before && !isSending;

  // Puts the caret at the end.
  useEffect(() => {
    const { current } = field;
    if (!takesFocus || !current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [takesFocus]);

  function type(words: string) {
    setText(words);
    draft?.keep(words === before ? "" : words);
  }

  async function send(event?: FormEvent) {
    event?.preventDefault();
    if (!canSend) return;
    setSending(true);
    setProblem(undefined);
    try {
      await onSend(content);
      type("");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(findProblem(error, failure));
    } finally {
      setSending(false);
      field.current?.focus();
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void send();
    if (event.key === "Escape") onCancel?.();
  }

  return (
    <form aria-label={label} noValidate onSubmit={send}>
      <Field.Root invalid={Boolean(problem) || content.length > max}>
        <Field.Label>{label}</Field.Label>
        <Textarea
          ref={field}
          name="commentContent"
          minH="20"
          value={text}
          readOnly={isSending}
          aria-describedby={counterId}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {problem && <Field.ErrorText>{problem}</Field.ErrorText>}
      </Field.Root>
      <Flex mt="2" align="center" gap="2">
        <chakra.span
          id={counterId}
          flex="1"
          textStyle="xs"
          color={content.length > max ? "fg.error" : "fg.muted"}
          fontVariantNumeric="tabular-nums"
        >
          {content.length}/{max}
          <chakra.span srOnly> characters</chakra.span>
        </chakra.span>
        {onCancel && (
          <Button
            variant="ghost"
            colorPalette="neutral"
            size="sm"
            onClick={() => {
              draft?.keep("");
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" loading={isSending} loadingText={action} disabled={!canSend}>
          {action}
        </Button>
      </Flex>
    </form>
  );
}
