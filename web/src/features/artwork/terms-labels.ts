import type { Choice } from "#web/ui/form/choice-field.tsx";

export const AVAILABILITY_CHOICES: readonly Choice[] = [
  { value: "available", label: "Available", text: "People can get a license." },
  { value: "unavailable", label: "Unavailable", text: "For viewing only." },
];

export const TYPE_CHOICES: readonly Choice[] = [
  { value: "free", label: "Free", text: "Personal use costs nothing." },
  { value: "commercial", label: "Paid", text: "You set the price." },
];

export const LICENSE_CHOICES: readonly Choice[] = [
  { value: "personal", label: "Personal", text: "Personal use only." },
  { value: "commercial", label: "Commercial", text: "Businesses may use it too." },
];

export const USE_CHOICES: readonly Choice[] = [
  { value: "included", label: "Included", text: "Every license covers commercial use." },
  { value: "separate", label: "Separate", text: "Commercial use has its own price." },
];

export const WATERMARK_CHOICES: readonly Choice[] = [
  { value: "light", label: "Light", text: "A thin, pale line of your name." },
  { value: "strong", label: "Strong", text: "Large and clear, and people may zoom in further." },
  { value: "none", label: "None", text: "Anyone can save a clean copy, up to 1,280 pixels wide." },
];

export const VISIBILITY_CHOICES: readonly Choice[] = [
  { value: "visible", label: "Visible", text: "Everyone can find it." },
  { value: "invisible", label: "Invisible", text: "Only you can see it." },
];
