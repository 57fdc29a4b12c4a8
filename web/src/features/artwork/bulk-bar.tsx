import { Button, chakra, Dialog } from "@chakra-ui/react";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { formatPrice } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type OwnArtworkCard, Tag } from "#shared/model/artwork.ts";
import { VISIBILITIES } from "#shared/rules/artwork-terms.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { countLabel } from "#web/ui/labels.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TagsField } from "./tags-field.tsx";
import { VISIBILITY_CHOICES, WATERMARK_CHOICES } from "./terms-labels.ts";
import type { BulkChange, BulkChanges } from "./use-bulk-changes.ts";
import { UNDO_SECONDS } from "./use-bulk-changes.ts";

const { min, max } = LIMITS.price;
const RULE = `it needs to be from ${formatPrice(min)} to ${formatPrice(max)}`;

const price = () =>
  z.optional(
    z
      .number({ error: MESSAGES.notPositiveInteger })
      .check(z.int(MESSAGES.notPositiveInteger), z.gte(min, MESSAGES.invalid), z.lte(max, MESSAGES.invalid)),
  );

interface Kind {
  readonly label: string;
  readonly schema: z.ZodMiniType<FieldValues, FieldValues>;
  readonly defaultValues: FieldValues;
  readonly hint?: string;
  readonly fields: ReactNode;
}

const NO_TAGS: readonly string[] = [];

/** The changes that the bar offers, each with its form. */
const KINDS = {
  price: {
    label: "Price",
    schema: z.object({ artworkPersonal: price(), artworkCommercial: price() }),
    defaultValues: { artworkPersonal: undefined, artworkCommercial: undefined },
    hint: "Prices left blank stay as they are, and so do works that are free or unavailable.",
    fields: (
      <>
        <NumberField name="artworkPersonal" label="Personal license price" unit="$" optional rule={RULE} />
        <NumberField name="artworkCommercial" label="Commercial license price" unit="$" optional rule={RULE} />
      </>
    ),
  },
  watermark: {
    label: "Watermark",
    schema: z.object({ artworkWatermark: z.enum(WATERMARKS, { error: MESSAGES.required }) }),
    defaultValues: { artworkWatermark: "" },
    hint: "Applies to paid works only.",
    fields: <ChoiceField name="artworkWatermark" label="Watermark" options={WATERMARK_CHOICES} />,
  },
  visibility: {
    label: "Visibility",
    schema: z.object({ artworkVisibility: z.enum(VISIBILITIES, { error: MESSAGES.required }) }),
    defaultValues: { artworkVisibility: "" },
    fields: <ChoiceField name="artworkVisibility" label="Visibility" options={VISIBILITY_CHOICES} />,
  },
  tags: {
    label: "Tags",
    schema: z.object({ addedTags: z.array(Tag), removedTags: z.array(Tag) }),
    defaultValues: { addedTags: [], removedTags: [] },
    fields: (
      <>
        <TagsField name="addedTags" label="Add tags" fitting={NO_TAGS} />
        <TagsField name="removedTags" label="Remove tags" fitting={NO_TAGS} />
      </>
    ),
  },
} as const satisfies Readonly<Record<string, Kind>>;

interface ChangeDialogProps {
  readonly kind: Kind;
  readonly count: number;
  readonly onChange: (change: BulkChange) => void;
  readonly onClose: () => void;
}

function ChangeDialog({ kind, count, onChange, onClose }: ChangeDialogProps) {
  const form = useContractForm({
    schema: kind.schema,
    defaultValues: kind.defaultValues,
    onSubmit: async (change) => {
      onClose();
      onChange(change as BulkChange);
    },
  });
  const title = `${kind.label} of ${countLabel(count, "artwork")}`;
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      {kind.hint && <Dialog.Description>{kind.hint}</Dialog.Description>}
      <Form form={form} label={title}>
        {kind.fields}
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Change {countLabel(count, "artwork")}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}

const Bar = chakra("section", {
  base: {
    position: "sticky",
    bottom: { base: "0", md: "4" },
    zIndex: "bar",
    display: "grid",
    gap: "3",
    marginTop: "4",
    marginX: { base: "-4", md: "0" },
    paddingX: "4",
    paddingY: "3",
    paddingBottom: "max(0.75rem, env(safe-area-inset-bottom))",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: { base: "0", md: "l3" },
    background: "bg.panel",
    boxShadow: "lg",
    outline: "none",
  },
});

const Actions = chakra("div", { base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" } });

function Result({ bulk }: { readonly bulk: BulkChanges }) {
  const { result } = bulk;
  if (!result) return null;
  const { text, failed, undo } = result;
  return (
    <Notice kind={failed.length > 0 ? "error" : "success"}>
      <Actions>
        <chakra.span flex="1 1 8rem">
          {text}
          {failed.length > 0 && `, ${failed.length} not:`}
        </chakra.span>
        {undo && (
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={undo}>
            Undo
          </Button>
        )}
        <Button size="sm" variant="ghost" colorPalette="neutral" aria-label="Dismiss" onClick={bulk.dismiss}>
          <X size={18} aria-hidden />
        </Button>
      </Actions>
      {failed.length > 0 && (
        <chakra.ul listStyle="none" maxHeight="8rem" overflowY="auto" tabIndex={0} aria-label="Not changed">
          {failed.map(({ card, reason }) => (
            <li key={card.artworkId}>
              “{card.artworkTitle}”: {reason}
            </li>
          ))}
        </chakra.ul>
      )}
    </Notice>
  );
}

interface BulkBarProps {
  readonly selected: readonly OwnArtworkCard[];
  readonly bulk: BulkChanges;
  readonly onClear: () => void;
}

/** Changes for the selected artworks, and the result of the last one. */
export function BulkBar({ selected, bulk, onClear }: BulkBarProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>();
  const bar = useRef<HTMLElement>(null);
  const { progress, result } = bulk;
  const count = selected.length;
  // The pressed button is gone with its selection.
  useEffect(() => {
    if (result) bar.current?.focus({ preventScroll: true });
  }, [result]);
  if (count === 0 && !result && !progress) return null;
  const buttonProps = { size: "sm", variant: "outline", colorPalette: "neutral" } as const;
  return (
    <Bar ref={bar} tabIndex={-1} aria-label="Change several artworks" data-bulk-bar>
      {progress && <Notice>Changing {progress}</Notice>}
      <Result bulk={bulk} />
      {count > 0 && !progress && (
        <Actions>
          <chakra.span flex={{ base: "1 1 100%", md: "1 1 auto" }} fontWeight="semibold" role="status">
            {count} selected
          </chakra.span>
          {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((name) => (
            <Button key={name} {...buttonProps} onClick={() => setKind(name)}>
              {KINDS[name].label}
            </Button>
          ))}
          <Confirm
            title={`Delete ${countLabel(count, "artwork")}?`}
            text={`You can undo it for ${UNDO_SECONDS} seconds. After that they can't be restored. License holders keep the version they got.`}
            action={`Delete ${countLabel(count, "artwork")}`}
            onConfirm={async () => bulk.deferRemoval(selected)}
            trigger={
              <Button {...buttonProps} colorPalette="red">
                Delete
              </Button>
            }
          />
          <Button {...buttonProps} variant="ghost" onClick={onClear}>
            Clear selection
          </Button>
        </Actions>
      )}
      {kind && (
        <ChangeDialog
          kind={KINDS[kind]}
          count={count}
          onChange={(change) => void bulk.apply(selected, change)}
          onClose={() => setKind(undefined)}
        />
      )}
    </Bar>
  );
}
