import { Button, chakra, Fieldset, Text } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { type FieldError, get, useController, useFormContext } from "react-hook-form";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  EVIDENCE_FILES,
  EVIDENCE_TYPES,
  type EvidenceFile,
  EvidenceFiles as EvidenceFilesSchema,
} from "#shared/model/evidence.ts";

const NAME = "evidenceFiles";
const { maxBytes } = LIMITS.evidenceFiles;

type Kind = EvidenceFile["kind"];

const KINDS: Readonly<Record<Kind, { readonly label: string; readonly hint: string }>> = {
  customer_communication: { label: "Messages", hint: "What the buyer and the artist wrote to each other" },
  service_documentation: { label: "Proof of delivery", hint: "Such as the license certificate" },
  uncategorized_file: { label: "Another file", hint: "Such as the receipt" },
};

/** A file in base64. */
const readContent = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

interface RowProps {
  readonly kind: Kind;
  readonly picked: File | undefined;
  readonly onPick: (file: File) => void;
  readonly onRemove: () => void;
}

function FileRow({ kind, picked, onPick, onRemove }: RowProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { label, hint } = KINDS[kind];
  return (
    <chakra.li display="flex" flexWrap="wrap" gap="2" alignItems="center">
      <chakra.div flex="1 1 12rem" minW="0">
        <Text fontWeight="medium">{label}</Text>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {picked ? `${picked.name}, ${formatFileSize(picked.size)}` : hint}
        </Text>
      </chakra.div>
      {picked && (
        <Button
          size="sm"
          variant="ghost"
          colorPalette="neutral"
          aria-label={`${label}: remove ${picked.name}`}
          onClick={() => {
            onRemove();
            button.current?.focus();
          }}
        >
          Remove
        </Button>
      )}
      <Button
        ref={button}
        size="sm"
        variant="outline"
        colorPalette="neutral"
        aria-label={`${label}: choose ${picked ? "another" : "a"} file`}
        onClick={() => input.current?.click()}
      >
        {picked ? "Change" : "Choose a file"}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-testid={kind}
        accept={EVIDENCE_TYPES.map(({ mime }) => mime).join(",")}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) onPick(file);
        }}
      />
    </chakra.li>
  );
}

/** The files that a bank reads beside the text; a file that it wouldn't take is refused when it is chosen. */
export function EvidenceFiles() {
  const { field } = useController({ name: NAME });
  const { formState } = useFormContext();
  const [picked, setPicked] = useState<Partial<Record<Kind, File>>>({});
  const [problem, setProblem] = useState<string>();
  const files = (field.value as EvidenceFile[] | undefined) ?? [];
  const refused: FieldError | undefined = get(formState.errors, NAME);
  const error = problem ?? refused?.message;

  function change(kind: Kind, file: File | undefined, added: readonly EvidenceFile[]) {
    const next = [...files.filter((one) => one.kind !== kind), ...added];
    const { success, error: invalid } = EvidenceFilesSchema.safeParse(next);
    setProblem(invalid?.issues[0]?.message);
    if (!success) return;
    field.onChange(next.length > 0 ? next : undefined);
    setPicked({ ...picked, [kind]: file });
  }

  async function pick(kind: Kind, file: File) {
    if (file.size > maxBytes) return setProblem(MESSAGES.evidenceTooLarge);
    try {
      change(kind, file, [{ kind, fileContent: await readContent(file) }]);
    } catch {
      setProblem(MESSAGES.fileUnreadable);
    }
  }

  return (
    <Fieldset.Root invalid={Boolean(error)}>
      <Fieldset.Legend>
        Files
        <Text as="span" color="fg.muted" fontWeight="normal">
          {" (optional)"}
        </Text>
      </Fieldset.Legend>
      <Fieldset.HelperText>PDF, PNG or JPEG, up to {formatFileSize(maxBytes)} together.</Fieldset.HelperText>
      <chakra.ul display="grid" gap="3" listStyle="none" paddingInlineStart="0">
        {EVIDENCE_FILES.map((kind) => (
          <FileRow
            key={kind}
            kind={kind}
            picked={picked[kind]}
            onPick={(file) => void pick(kind, file)}
            onRemove={() => change(kind, undefined, [])}
          />
        ))}
      </chakra.ul>
      <Text role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {error}
      </Text>
    </Fieldset.Root>
  );
}
