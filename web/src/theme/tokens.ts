import { ACCENT } from "#shared/brand.ts";
import { DISPLAY } from "#shared/display.ts";

const STEPS = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 80];

const named = <T extends string | number>(values: Record<string, T>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const scale = Object.fromEntries(STEPS.map((step) => [step, { value: `${step / 4}rem` }]));

/** Warm greys, from paper to near-black. */
const neutral = named({
  50: "#f7f3ee",
  100: "#ebe5dd",
  200: "#d5cdc3",
  300: "#b5aca1",
  400: "#938a80",
  500: "#6f675f",
  600: "#4d4741",
  700: "#37322d",
  800: "#272320",
  900: "#1b1816",
  950: "#110f0d",
});

const signal = {
  red: named({ 100: "#fde6e1", 300: "#ffa08f", 600: "#c9402c", 700: "#a02c1b", 900: "#3a1711" }),
  green: named({ 100: "#e0f0e0", 300: "#9bd19a", 700: "#22602d", 900: "#16291a" }),
};

export const tokens = {
  colors: {
    ...named({ transparent: "transparent", current: "currentColor", white: "#fff", black: "#000" }),
    neutral,
    accent: named(ACCENT),
    ...signal,
  },
  fonts: named({
    heading: '"Bricolage Grotesque Variable", "Stand-in", "Wide stand-in", ui-sans-serif, system-ui, sans-serif',
    body: '"Bricolage Grotesque Variable", "Stand-in", "Wide stand-in", ui-sans-serif, system-ui, sans-serif',
    mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  }),
  fontSizes: named({
    xs: "0.8125rem",
    sm: "0.9375rem",
    md: "1rem",
    lg: "1.125rem",
    xl: "1.3125rem",
    "2xl": "1.625rem",
    "3xl": "clamp(1.75rem, 1.5rem + 1vw, 2.25rem)",
    "4xl": "clamp(2.125rem, 1.6rem + 2.2vw, 3.25rem)",
    "5xl": "clamp(2.625rem, 1.7rem + 4vw, 5rem)",
    "6xl": "clamp(5rem, 2.5rem + 11vw, 11rem)",
  }),
  fontWeights: named({ normal: "400", medium: "500", semibold: "600", bold: "700", black: "800" }),
  lineHeights: named({ none: "1", tight: "1.1", short: "1.3", moderate: "1.5", tall: "1.65" }),
  letterSpacings: named({ tight: "-0.03em", normal: "0", wide: "0.02em" }),
  radii: named({ none: "0", sm: "8px", md: "12px", lg: `${DISPLAY.radius}px`, full: "9999px" }),
  spacing: scale,
  sizes: {
    ...scale,
    ...named({
      full: "100%",
      min: "min-content",
      max: "max-content",
      fit: "fit-content",
      dvh: "100dvh",
      auth: "27rem",
      text: "38rem",
      small: `${DISPLAY.smallContainer}px`,
      large: `${DISPLAY.largeContainer}px`,
    }),
  },
  durations: named({ fast: "120ms", moderate: "180ms", slow: "280ms" }),
  easings: named({ out: "cubic-bezier(0.2, 0.8, 0.2, 1)" }),
  zIndex: named({ bar: 5, header: 10, dropdown: 100, modal: 200, skipLink: 250, toast: 300 }),
  cursor: named({ button: "pointer", disabled: "not-allowed" }),
  animations: named({ spin: "spin 0.8s linear infinite", pulse: "pulse 1.6s ease-in-out infinite" }),
};

export const keyframes = {
  spin: { to: { transform: "rotate(360deg)" } },
  pulse: { "50%": { opacity: "0.45" } },
  rise: { from: { opacity: 0, transform: "translateY(8px)" } },
  spark: {
    from: { opacity: 1, transform: "translateX(2.5rem)" },
    to: { opacity: 0, transform: "translateX(5.5rem) scale(0.4)" },
  },
  appear: { from: { opacity: 0 } },
};

const colour = (name: string) => `{colors.${name}}`;

/** A colour per theme, or one for both. */
const is = (dark: string, light: string = dark) => ({ value: { base: colour(dark), _light: colour(light) } });

/** Text and background colours used together have a contrast of at least 4.5:1 in both themes (see test/web/theme). */
export const semanticTokens = {
  colors: {
    bg: {
      DEFAULT: is("neutral.950", "neutral.50"),
      subtle: is("neutral.900", "white"),
      muted: is("neutral.800", "neutral.100"),
      emphasized: is("neutral.700", "neutral.200"),
      panel: is("neutral.900", "white"),
      error: is("red.900", "red.100"),
      success: is("green.900", "green.100"),
    },
    /** Background around a picture in viewers. */
    mount: is("neutral.900", "neutral.100"),
    fg: {
      DEFAULT: is("neutral.50", "neutral.950"),
      muted: is("neutral.300", "neutral.600"),
      subtle: is("neutral.400", "neutral.500"),
      error: is("red.300", "red.700"),
      success: is("green.300", "green.700"),
      inverted: is("neutral.950", "neutral.50"),
    },
    border: {
      DEFAULT: is("neutral.700", "neutral.200"),
      muted: is("neutral.800", "neutral.200"),
      emphasized: is("neutral.500", "neutral.400"),
      error: is("red.300", "red.600"),
    },
    accent: {
      contrast: is("neutral.950"),
      fg: is("accent.300", "accent.700"),
      subtle: is("accent.900", "accent.100"),
      muted: is("accent.800", "accent.200"),
      emphasized: is("accent.700", "accent.300"),
      solid: is("accent.400"),
      border: is("accent.600"),
      focusRing: is("accent.300", "accent.600"),
    },
    neutral: {
      contrast: is("neutral.950", "neutral.50"),
      fg: is("neutral.50", "neutral.950"),
      subtle: is("neutral.800", "neutral.100"),
      muted: is("neutral.700", "neutral.200"),
      emphasized: is("neutral.600", "neutral.300"),
      solid: is("neutral.50", "neutral.950"),
      border: is("neutral.600", "neutral.300"),
      focusRing: is("accent.300", "accent.600"),
    },
    red: {
      contrast: is("white"),
      fg: is("red.300", "red.700"),
      subtle: is("red.900", "red.100"),
      muted: is("red.900", "red.100"),
      emphasized: is("red.600"),
      solid: is("red.600"),
      border: is("red.600"),
      focusRing: is("red.300", "red.600"),
    },
  },
  radii: { l1: { value: "{radii.sm}" }, l2: { value: "{radii.md}" }, l3: { value: "{radii.lg}" } },
  shadows: {
    md: { value: { base: "0 8px 24px rgb(0 0 0 / 0.45)", _light: "0 8px 24px rgb(55 40 20 / 0.14)" } },
    lg: { value: { base: "0 24px 64px rgb(0 0 0 / 0.6)", _light: "0 24px 64px rgb(55 40 20 / 0.22)" } },
  },
};
