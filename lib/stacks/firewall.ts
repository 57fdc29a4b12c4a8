/** Rate limit per IP address; WAF evaluates it about every ten seconds and unblocks an address once its rate drops. */
export interface RateRule {
  readonly name: string;
  /** Requests in five minutes; generous, as an office shares an address. */
  readonly limit: number;
  /** Prefix of the paths; all paths by default. */
  readonly path?: string;
}

/** A managed rule group of AWS (https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html). */
export interface ManagedRules {
  readonly name: string;
  /** Rules of the group that only count their matches, each with the reason. */
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

/** Only rate rules apply to Stripe's webhooks: they are signed, and refusing one would delay money. */
export const SIGNED_PATH = "/stripe/";
