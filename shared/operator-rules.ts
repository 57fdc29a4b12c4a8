const CRIMINAL_LAW = "Criminal law";
const COPYRIGHT_LAW = "Copyright law";

/** Rules that a decision about an artwork or an account may be based on, as its owner reads them; operators may write another one. */
export const OPERATOR_RULES = {
  artwork: [
    "Terms of Service, “What you publish”: only work that is yours or that you may license",
    "Terms of Service, “What you publish”: people who can be recognized have agreed",
    "Terms of Service, “What you publish”: no violence for its own sake and no hatred against groups of people",
    "Terms of Service, “What you publish”: titles, descriptions and terms are true",
    COPYRIGHT_LAW,
    "Trademark law",
    "A person's right to their own image, and privacy law",
    CRIMINAL_LAW,
  ],
  account: [
    "Terms of Service, “Your account”: one account for yourself, and nobody else's name",
    "Terms of Service, “What you publish”: only what is yours and lawful, with true texts",
    "Terms of Service, “How we treat each other”: no contempt, advertising, bought reviews or ways around fees and limits",
    "Terms of Service, “Reporting and removal”: repeated breaches of the law or these terms",
    COPYRIGHT_LAW,
    CRIMINAL_LAW,
  ],
} as const;
