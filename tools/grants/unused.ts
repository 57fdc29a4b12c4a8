import type { RoleGrant } from "ochre-local/access";
import type { RecordedGrant } from "./record.ts";

/** A grant that no test needs, and why the role has it. */
export interface JustifiedGrant {
  readonly functionPattern: RegExp;
  /** Matches `<action> on <resource>`. */
  readonly grantPattern: RegExp;
  readonly reason: string;
}

const formatGrant = ({ action, resource }: RoleGrant) => `${action} on ${resource}`;

const matches = (entry: JustifiedGrant, grant: RoleGrant) =>
  entry.functionPattern.test(grant.functionName) && entry.grantPattern.test(formatGrant(grant));

/** Grants that no run needed and no entry justifies, and entries that match no unused grant. */
export function compareGrants(runs: readonly (readonly RecordedGrant[])[], justified: readonly JustifiedGrant[]) {
  const grantKey = (grant: RoleGrant) => `${grant.functionName} ${formatGrant(grant)}`;
  const grants = runs.flat();
  const used = new Set(grants.filter(({ isUsed }) => isUsed).map(grantKey));
  const unused = new Map(grants.filter((grant) => !used.has(grantKey(grant))).map((grant) => [grantKey(grant), grant]));
  return {
    unused: [...unused]
      .filter(([, grant]) => !justified.some((entry) => matches(entry, grant)))
      .map(([key]) => key)
      .sort(),
    superfluous: justified.filter((entry) => ![...unused.values()].some((grant) => matches(entry, grant))),
  };
}
