/** Rules that a decision about an artwork may be based on, as its owner reads them; operators may write another one. */
export const OPERATOR_RULES = [
  "Terms of Service, section 3: you publish only work that is yours or that you may license",
  "Terms of Service, section 3: people who can be recognized have agreed",
  "Terms of Service, section 3: no violence for its own sake and no hatred against groups of people",
  "Terms of Service, section 3: titles, descriptions and terms are true",
  "Copyright law",
  "Trademark law",
  "A person's right to their own image, and privacy law",
  "Criminal law",
] as const;
