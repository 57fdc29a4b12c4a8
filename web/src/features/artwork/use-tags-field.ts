import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { useController } from "react-hook-form";
import { suggestTags } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { UsedTag } from "#shared/model/artwork.ts";
import { isTag, isWorthCompleting, normalizeTag, normalizeTags } from "#shared/rules/tags.ts";
import { useRead } from "#web/api/use-read.ts";
import { useOptionList } from "#web/ui/form/use-option-list.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";

const { count: most } = LIMITS.artworkTags;
/** Commas and semicolons of several scripts, and line breaks. */
const SEPARATOR = /[,;\n、，；،؛]/;
const DEBOUNCE_MS = 180;
const NO_TAGS: readonly string[] = [];

/** Used tags with the typed prefix, without chosen ones. */
function useUsedTags(typed: string, chosen: readonly string[]): readonly UsedTag[] {
  const beginning = normalizeTag(typed);
  const settled = useDebounced(beginning, DEBOUNCE_MS);
  const isLongEnough = isWorthCompleting(beginning) && isWorthCompleting(settled);
  const { data } = useRead(suggestTags, isLongEnough ? { query: { q: settled } } : null, { keepPreviousData: true });
  if (!isLongEnough || !data) return [];
  return data.items.filter(({ tag }) => tag.startsWith(beginning) && !chosen.includes(tag));
}

/**
 * Tags as a field of the surrounding form: Enter, a comma, blur and pasting a list add tags, Backspace in an empty input
 * removes the last one. Arrow keys select suggestions.
 */
export function useTagsField(name: string) {
  const { field } = useController({ name });
  const tags: readonly string[] = field.value ?? NO_TAGS;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [spoken, setSpoken] = useState("");
  const list = useOptionList();
  const used = useUsedTags(list.isOpen ? typed : "", tags);
  const isExpanded = list.isOpen && used.length > 0;

  function change(next: readonly string[], said: string) {
    field.onChange([...next]);
    setSpoken(`${said}, ${next.length} of ${most}`);
  }

  /** Adds valid tags and leaves the others in the input, with an error message. */
  function add(texts: readonly string[]) {
    list.close();
    const wanted = texts.filter((text) => normalizeTag(text) !== "");
    const valid = normalizeTags(wanted.filter((text) => isTag(normalizeTag(text))));
    const fresh = valid.filter((tag) => !tags.includes(tag));
    const added = fresh.slice(0, Math.max(0, most - tags.length));
    const invalid = wanted.filter((text) => !isTag(normalizeTag(text)));
    const left = [...invalid, ...fresh.slice(added.length)];
    setTyped(left.join(", "));
    setProblem(invalid.length > 0 ? MESSAGES.tagInvalid : left.length > 0 ? MESSAGES.tooManyTags : undefined);
    if (added.length > 0) change([...tags, ...added], `Added ${added.join(", ")}`);
  }

  function remove(tag: string) {
    setProblem(undefined);
    change(
      tags.filter((one) => one !== tag),
      `Removed ${tag}`,
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (list.handleKey(event, used.length)) return;
    const chosen = isExpanded ? used[list.active] : undefined;
    const last = tags.at(-1);
    if (event.key === "Enter") {
      // Enter never submits the form: an extra one after a tag would publish.
      event.preventDefault();
      add([chosen?.tag ?? typed]);
    } else if (event.key === "Backspace" && typed === "" && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  }

  return {
    tags,
    typed,
    problem,
    spoken,
    used,
    isExpanded,
    list,
    add,
    remove,
    onKeyDown,
    onType(text: string) {
      setProblem(undefined);
      list.restart();
      if (SEPARATOR.test(text)) add(text.split(SEPARATOR));
      else setTyped(text);
    },
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData("text");
      if (!SEPARATOR.test(text)) return;
      event.preventDefault();
      add(`${typed}${text}`.split(SEPARATOR));
    },
    onBlur() {
      if (typed !== "") add([typed]);
      list.close();
      field.onBlur();
    },
  };
}
