/** The address of a case in the operators' queue. */
export const buildCaseUrl = ({ siteOrigin }: { readonly siteOrigin: string }, caseId: string) =>
  `${siteOrigin}/admin/queue/${caseId}`;
