/** Rules that the block of an account may be based on, as its owner reads them. */
export const ACCOUNT_RULES = [
  "Terms of Service, “Your account”: one account for yourself, and nobody else's name",
  "Terms of Service, “What you publish”: only what is yours and lawful, with true texts",
  "Terms of Service, “How we treat each other”: no contempt, advertising, bought reviews or ways around fees and limits",
  "Terms of Service, “Reporting and removal”: repeated breaches of the law or these terms",
  "Copyright law",
  "Criminal law",
] as const;
