import { chakra, Field, IconButton, Textarea } from "@chakra-ui/react";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { type FormEvent, type KeyboardEvent, useId } from "react";
import { LIMITS } from "#shared/limits.ts";
import { fits } from "#shared/rules/visible-text.ts";
import { CharacterCount } from "#web/ui/form/labelled-field.tsx";

interface ComposerProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Receives the trimmed text. */
  readonly onSend: (text: string) => void;
  readonly isSending: boolean;
}

const { max } = LIMITS.message;

/** Characters from which the counter is shown. */
const NEARLY_FULL = max - 200;

/** Message field that grows with its lines. */
export function Composer({ text, onChange, onSend, isSending }: ComposerProps) {
  const hintId = useId();
  const content = text.trim();
  const canSend = content !== "" && fits(content, max) && !isSending;

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (canSend) onSend(content);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
  }

  return (
    <chakra.form
      aria-label="Write a message"
      noValidate
      onSubmit={send}
      display="flex"
      alignItems="flex-end"
      gap="2"
      width="full"
      maxW="52rem"
      mx="auto"
      px={{ base: "3", md: "5" }}
      py="3"
    >
      <Field.Root invalid={!fits(content, max)} flex="1" gap="1">
        <Field.Label srOnly>Message</Field.Label>
        <Textarea
          name="messageContent"
          rows={1}
          dir="auto"
          placeholder="Write a message"
          value={text}
          minH="11"
          maxH="9rem"
          autoresize
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {content.length > NEARLY_FULL && <CharacterCount text={content} max={max} />}
        <chakra.span id={hintId} srOnly>
          Press Ctrl+Enter to send.
        </chakra.span>
      </Field.Root>
      <IconButton type="submit" aria-label="Send" p="0" flexShrink="0" disabled={!canSend} loading={isSending}>
        <SendHorizontal aria-hidden />
      </IconButton>
    </chakra.form>
  );
}
