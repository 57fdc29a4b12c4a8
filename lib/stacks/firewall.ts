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

const FREE_TEXT = "Users' texts are stored and rendered as plain text; the contract limits their length.";
const NAMED =
  "Paths contain usernames, which may end in a file extension or in two periods; no path refers to a file system.";
const SEARCHED = "Search terms may contain anything; the contract limits their length.";

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
      SizeRestrictions_BODY: "A passkey and a dispute's evidence are larger than 8 KB; each route limits its own body.",
      CrossSiteScripting_QUERYARGUMENTS: SEARCHED,
      EC2MetaDataSSRF_QUERYARGUMENTS: SEARCHED,
      GenericLFI_QUERYARGUMENTS: SEARCHED,
      GenericRFI_QUERYARGUMENTS: SEARCHED,
      RestrictedExtensions_QUERYARGUMENTS: SEARCHED,
      RestrictedExtensions_URIPATH: NAMED,
      SizeRestrictions_QUERYSTRING: "Twelve tags in a multi-byte script exceed 2,048 bytes once encoded.",
      NoUserAgent_HEADER: "Certificate verification is open to programs without a User-Agent.",
    },
  },
];

/** Only rate rules apply to Stripe's webhooks: they are signed, and blocking one would delay payments. */
export const SIGNED_PATH = "/stripe/";
