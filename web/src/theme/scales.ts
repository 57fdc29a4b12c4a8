export const breakpoints = { sm: "480px", md: "768px", lg: "1024px", xl: "1280px", "2xl": "1600px", "3xl": "2200px" };

export const textStyles = {
  xs: { value: { fontSize: "xs", lineHeight: "short" } },
  sm: { value: { fontSize: "sm", lineHeight: "moderate" } },
  md: { value: { fontSize: "md", lineHeight: "moderate" } },
  lg: { value: { fontSize: "lg", lineHeight: "moderate" } },
  title: { value: { fontSize: "xl", lineHeight: "short", letterSpacing: "-0.01em" } },
  section: { value: { fontSize: "2xl", lineHeight: "short", letterSpacing: "-0.015em" } },
  page: { value: { fontSize: "4xl", lineHeight: "tight", letterSpacing: "tight" } },
  hero: { value: { fontSize: "5xl", lineHeight: "none", letterSpacing: "tight" } },
  huge: { value: { fontSize: "6xl", lineHeight: "none", letterSpacing: "tight" } },
};

export const layerStyles = { disabled: { value: { opacity: "0.45", cursor: "not-allowed" } } };
