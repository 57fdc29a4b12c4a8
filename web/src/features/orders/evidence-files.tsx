import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
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
  /** Why the last chosen file isn't sent. */
  readonly problem: string | undefined;
  readonly onPick: (file: File) => void;
  readonly onRemove: () => void;
}

function FileRow({ kind, picked, problem, onPick, onRemove }: RowProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { label, hint } = KINDS[kind];
  return (
    <chakra.li display="flex" flexWrap="wrap" columnGap="4" rowGap="2" alignItems="center">
      <chakra.div flex="1 1 10rem" minW="0">
        <Text fontWeight="medium">{label}</Text>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {picked ? `${picked.name}, ${formatFileSize(picked.size)}` : hint}
        </Text>
        <Text id={id} role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
          {problem}
        </Text>
      </chakra.div>
      <Flex gap="2">
        <Button
          ref={button}
          size="sm"
          variant="outline"
          colorPalette="neutral"
          aria-label={`${label}: choose ${picked ? "another" : "a"} file`}
          aria-describedby={id}
          onClick={() => input.current?.click()}
        >
          {picked ? "Change" : "Choose a file"}
        </Button>
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
      </Flex>
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
  const { formState, getValues } = useFormContext();
  const [picked, setPicked] = useState<Partial<Record<Kind, File>>>({});
  const [problem, setProblem] = useState<{ readonly kind: Kind; readonly text: string }>();
  const id = useId();
  const refused: FieldError | undefined = get(formState.errors, NAME);

  function change(kind: Kind, file: File | undefined, added: readonly EvidenceFile[]) {
    // Another file may have been read meanwhile.
    const files: EvidenceFile[] = getValues(NAME) ?? [];
    const next = [...files.filter((one) => one.kind !== kind), ...added];
    const { success, error } = EvidenceFilesSchema.safeParse(next);
    setProblem(success ? undefined : { kind, text: error.issues[0]?.message ?? MESSAGES.invalid });
    if (!success) return;
    field.onChange(next.length > 0 ? next : undefined);
    setPicked((others) => ({ ...others, [kind]: file }));
  }

  async function pick(kind: Kind, file: File) {
    if (file.size > maxBytes) return setProblem({ kind, text: MESSAGES.evidenceTooLarge });
    try {
      change(kind, file, [{ kind, fileContent: await readContent(file) }]);
    } catch {
      setProblem({ kind, text: MESSAGES.fileUnreadable });
    }
  }

  return (
    <chakra.div role="group" aria-labelledby={id} display="grid" gap="3">
      <div>
        <Text id={id} textStyle="sm" fontWeight="medium">
          Files
          <Text as="span" color="fg.muted" fontWeight="normal">
            {" (optional)"}
          </Text>
        </Text>
        <Text textStyle="sm" color="fg.muted">
          PDF, PNG or JPEG, up to {formatFileSize(maxBytes)} together.
        </Text>
      </div>
      <chakra.ul display="grid" gap="4" listStyle="none" paddingInlineStart="0">
        {EVIDENCE_FILES.map((kind) => (
          <FileRow
            key={kind}
            kind={kind}
            picked={picked[kind]}
            problem={problem?.kind === kind ? problem.text : undefined}
            onPick={(file) => void pick(kind, file)}
            onRemove={() => change(kind, undefined, [])}
          />
        ))}
      </chakra.ul>
      <Text role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {refused?.message}
      </Text>
    </chakra.div>
  );
}
