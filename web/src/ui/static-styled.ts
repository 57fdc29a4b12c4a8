import type { SystemStyleObject } from "@chakra-ui/react";
import { type CSSObject, css, type EmotionCache, withEmotionCache } from "@emotion/react";
import { type ComponentProps, createElement, type ElementType, useInsertionEffect } from "react";
import { getSystem } from "#web/theme/system.ts";

type Styles = ReturnType<typeof css>;

/** Adds the rules to the page, or on a server to the page's styles, unless they are there already. */
function insert(cache: EmotionCache, className: string, styles: Styles) {
  if (cache.inserted[styles.name] !== undefined) return;
  cache.registered[className] = styles.styles;
  cache.insert(`.${className}`, styles, cache.sheet, true);
}

/**
 * Like `chakra(tag, { base })`, but without style props, so that its styles are computed once, at the first rendering,
 * instead of at each one: for components that a page shows dozens of times.
 */
export function staticStyled<Tag extends ElementType>(tag: Tag, base: SystemStyleObject) {
  let computed: Styles | undefined;
  return withEmotionCache<ComponentProps<Tag>>((props, cache, ref) => {
    computed ??= css(getSystem().cva({ base })({}) as CSSObject);
    const styles = computed;
    const className = `${cache.key}-${styles.name}`;
    if (typeof document === "undefined") insert(cache, className, styles);
    useInsertionEffect(() => insert(cache, className, styles));
    return createElement(tag, { ...props, className, ref });
  });
}
