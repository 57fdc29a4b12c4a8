/** How often one address may ask; WAF looks every ten seconds or so, and lets the address back once it asks less. */
export interface RateRule {
  readonly name: string;
  /** Requests in five minutes. An office shares an address, so its share is generous. */
  readonly limit: number;
  /** Where its requests begin with; everywhere where none is given. */
  readonly path?: string;
}

/** A group of rules that AWS keeps up to date (https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html). */
export interface ManagedRules {
  readonly name: string;
  /** Rules of the group whose matches are counted and let through, each with the reason. */
  readonly counted: Readonly<Record<string, string>>;
}

const FREE_TEXT = "What people write is stored and shown as text, whatever it looks like; the contract bounds it.";
const NAMED =
  "A username is a segment of paths and may end like a file or in two periods; no path is one of a file system.";
const SEARCHED = "Words that somebody searches for may look like anything; the contract bounds them.";

export const RATE_RULES: readonly RateRule[] = [
  { name: "RequestsOfAnAddress", limit: 10_000 },
  { name: "SignInsOfAnAddress", limit: 1_000, path: "/auth/" },
];

export const MANAGED_RULES: readonly ManagedRules[] = [
  { name: "AWSManagedRulesAmazonIpReputationList", counted: {} },
  { name: "AWSManagedRulesKnownBadInputsRuleSet", counted: {} },
  {
    name: "AWSManagedRulesCommonRuleSet",
    counted: {
      CrossSiteScripting_BODY: FREE_TEXT,
      EC2MetaDataSSRF_BODY: FREE_TEXT,
      GenericLFI_BODY: FREE_TEXT,
      GenericLFI_URIPATH: NAMED,
      GenericRFI_BODY: FREE_TEXT,
      SizeRestrictions_BODY: "A passkey and a dispute's evidence are larger than 8 KB; each route bounds its own body.",
      CrossSiteScripting_QUERYARGUMENTS: SEARCHED,
      EC2MetaDataSSRF_QUERYARGUMENTS: SEARCHED,
      GenericLFI_QUERYARGUMENTS: SEARCHED,
      GenericRFI_QUERYARGUMENTS: SEARCHED,
      RestrictedExtensions_QUERYARGUMENTS: SEARCHED,
      RestrictedExtensions_URIPATH: NAMED,
      SizeRestrictions_QUERYSTRING:
        "Twelve tags in a script of several bytes a letter are longer than 2,048 bytes once encoded.",
      NoUserAgent_HEADER: "Anyone may check a certificate by a program, which needn't say what it is.",
    },
  },
];

/** Stripe signs what it sends here, and a message that is refused moves money late: only rates apply. */
export const SIGNED_PATH = "/stripe/";
