import { chakra, Field, Text } from "@chakra-ui/react";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { LIMITS } from "#shared/limits.ts";
import { input } from "#web/theme/recipes/controls.ts";
import { FieldLayout, type FieldProps, useFieldError } from "#web/ui/form/labelled-field.tsx";
import { OptionList } from "#web/ui/form/option-list.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { useTagsField } from "./use-tags-field.ts";

const Box = chakra("div", {
  base: {
    ...input.base,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "1.5",
    height: "auto",
    minHeight: "12",
    px: "2",
    py: "1.5",
    cursor: "text",
    "&:focus-within": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "-2px" },
    "&[data-invalid]": { borderColor: "border.error" },
  },
});

const Chips = chakra("ul", { base: { display: "contents", listStyle: "none" } });

const Chip = chakra("li", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    maxWidth: "full",
    minHeight: "8",
    paddingStart: "3",
    borderRadius: "full",
    background: "bg.emphasized",
    textStyle: "sm",
    overflowWrap: "anywhere",
  },
});

const Remove = chakra("button", {
  base: {
    display: "grid",
    placeItems: "center",
    flexShrink: "0",
    boxSize: "8",
    borderRadius: "full",
    color: "fg.muted",
    cursor: "button",
    _hover: { color: "fg" },
    focusVisibleRing: "inside",
  },
});

const Typing = chakra("input", {
  base: {
    flex: "1 1 8rem",
    minWidth: "0",
    height: "8",
    paddingX: "2",
    background: "transparent",
    textStyle: "md",
    color: "fg",
    outline: "none",
  },
});

const Fitting = chakra("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    minHeight: "8",
    paddingX: "2.5",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border",
    textStyle: "sm",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { borderColor: "border.emphasized", color: "fg" },
  },
});

interface TagsFieldProps extends Pick<FieldProps, "name" | "label"> {
  /** Tags to add with one press. */
  readonly fitting: readonly string[];
}

/** A box with tags as chips and an input for the next one. */
export function TagsField({ name, label, fitting }: TagsFieldProps) {
  const field = useTagsField(name);
  const { tags, used, isExpanded, list } = field;
  const typing = useRef<HTMLInputElement>(null);
  const sent = useFieldError(name);
  const error = field.problem ?? sent;
  return (
    <FieldLayout
      label={label}
      optional
      error={error}
      hint="What it shows, its mood, its technique. Enter or a comma adds a tag."
      counter={
        <Text as="span" data-counter textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {tags.length}/{LIMITS.artworkTags.count}
        </Text>
      }
    >
      <chakra.div position="relative" width="full">
        <Box data-invalid={error ? "" : undefined} onClick={() => typing.current?.focus()}>
          {tags.length > 0 && (
            <Chips aria-label="Chosen tags">
              {tags.map((tag) => (
                <Chip key={tag}>
                  {tag}
                  <Remove
                    type="button"
                    aria-label={`Remove ${tag}`}
                    onClick={() => {
                      field.remove(tag);
                      typing.current?.focus();
                    }}
                  >
                    <X size={16} aria-hidden />
                  </Remove>
                </Chip>
              ))}
            </Chips>
          )}
          <Field.Context>
            {({ getInputProps }) => (
              <Typing
                {...getInputProps()}
                ref={typing}
                {...list.inputProps(isExpanded)}
                enterKeyHint="enter"
                placeholder={tags.length === 0 ? "forest, night, ink" : undefined}
                value={field.typed}
                onChange={(event) => field.onType(event.target.value)}
                onPaste={field.onPaste}
                onKeyDown={field.onKeyDown}
                onBlur={field.onBlur}
              />
            )}
          </Field.Context>
        </Box>
        {isExpanded && (
          <OptionList
            {...list.listProps}
            label="Tags others use"
            options={used}
            getKey={({ tag }) => tag}
            onPick={({ tag }) => field.add([tag])}
          >
            {({ tag, count }) => (
              <>
                <span>{tag}</span>
                <chakra.span marginStart="auto" color="fg.muted" whiteSpace="nowrap">
                  {countLabel(count, "artwork")}
                </chakra.span>
              </>
            )}
          </OptionList>
        )}
        <chakra.span srOnly role="status">
          {isExpanded ? `${countLabel(used.length, "suggestion")}, use the arrow keys` : field.spoken}
        </chakra.span>
      </chakra.div>
      {fitting.length > 0 && tags.length < LIMITS.artworkTags.count && (
        <chakra.div
          role="group"
          aria-label="Suggested tags"
          display="flex"
          flexWrap="wrap"
          gap="1.5"
          alignItems="center"
        >
          <chakra.span textStyle="sm" color="fg.muted" aria-hidden>
            Suggested tags:
          </chakra.span>
          {fitting.map((tag) => (
            <Fitting
              key={tag}
              type="button"
              aria-label={`Add ${tag}`}
              onClick={() => {
                field.add([tag]);
                typing.current?.focus();
              }}
            >
              <Plus size={14} aria-hidden />
              {tag}
            </Fitting>
          ))}
        </chakra.div>
      )}
    </FieldLayout>
  );
}
