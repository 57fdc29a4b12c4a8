import type { SystemStyleObject } from "@chakra-ui/react";
import { type CSSObject, css, type EmotionCache, withEmotionCache } from "@emotion/react";
import { type ComponentProps, createElement, type ElementType, useInsertionEffect } from "react";
import { system } from "#web/theme/system.ts";

type Look = ReturnType<typeof css>;

/** Puts the rules into the page, or on a server into what the page is sent with; again costs nothing. */
function insert(cache: EmotionCache, className: string, look: Look) {
  if (cache.inserted[look.name] !== undefined) return;
  cache.registered[className] = look.styles;
  cache.insert(`.${className}`, look, cache.sheet, true);
}

/**
 * Like `chakra(tag, { base })`, but without style props, so that its look is worked out once and not at each rendering:
 * for what stands on a page dozens of times. Nothing is worked out before it is first drawn.
 */
export function styled<Tag extends ElementType>(tag: Tag, base: SystemStyleObject) {
  let look: Look | undefined;
  return withEmotionCache<ComponentProps<Tag>>((props, cache, ref) => {
    look ??= css(system.cva({ base })({}) as CSSObject);
    const { name } = look;
    const className = `${cache.key}-${name}`;
    const drawn = look;
    if (typeof document === "undefined") insert(cache, className, drawn);
    useInsertionEffect(() => insert(cache, className, drawn));
    return createElement(tag, { ...props, className, ref });
  });
}
