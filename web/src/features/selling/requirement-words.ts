/** What the payment provider's names mean, by how they begin; several of them are one thing to do. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, "A bank account for your earnings"],
  [/^tos_acceptance/, "Your agreement to the terms of service"],
  [/verification\.(additional_)?document/, "A proof of your identity"],
  [/^business_profile\./, "What you sell"],
  [/\.dob\./, "Your date of birth"],
  [/\.address\./, "Your address"],
  [/\.(first|last)_name$/, "Your name"],
  [/\.email$/, "Your email"],
  [/\.phone$/, "Your phone number"],
];

const plain = (name: string) => {
  const words = name.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What is still asked for, in words, each once; a name that nobody knows yet is shown as it is. */
export const requirementWords = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? plain(name))),
];
