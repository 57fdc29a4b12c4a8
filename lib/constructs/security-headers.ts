import { Duration } from "aws-cdk-lib";
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { globalName } from "#lib/stacks/global-name.ts";
import { STRIPE_SCRIPT, type Stage } from "#lib/stacks/stages.ts";

type Policy = Readonly<Record<string, readonly string[]>>;

const self = "'self'";

/**
 * Content security policy: everything comes from the one origin, except uploads, which go to the originals bucket, and
 * licensed previews, which come from it.
 * Inline scripts run only with one of the hashes.
 */
const contentSecurity = (originals: string, scriptHashes: readonly string[]): Policy => ({
  "default-src": [self],
  "base-uri": ["'none'"],
  "connect-src": [self, originals],
  "font-src": [self, "data:"],
  "form-action": [self],
  "frame-ancestors": ["'none'"],
  "img-src": [self, "data:", "blob:", originals],
  "object-src": ["'none'"],
  "script-src": [self, ...scriptHashes],
  // Chakra's Emotion inserts rules at run time; a nonce would require a page rendered per request.
  "style-src": [self, "'unsafe-inline'"],
});

/** Sources that Stripe's script needs (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE: Policy = {
  "connect-src": ["https://api.stripe.com"],
  "frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  "script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
};

/** The policy needs Stripe's origins only with payments on; the laptop's stand-in is on the site's own. */
const usesStripe = ({ features, stripe }: Stage) => features.payments && stripe?.script === STRIPE_SCRIPT;

/** Stripe's frames need wallets and passkeys; some wallets open a popup that reports back. */
function browserRights(stage: Stage) {
  const frames = usesStripe(stage) ? '(self "https://js.stripe.com")' : "(self)";
  return {
    "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=${frames}, publickey-credentials-get=${frames}, usb=()`,
    "cross-origin-opener-policy": usesStripe(stage) ? "same-origin-allow-popups" : "same-origin",
  };
}

const directives = (...policies: Policy[]) => {
  const names = [...new Set(policies.flatMap((policy) => Object.keys(policy)))];
  return names.map((name) => [name, ...policies.flatMap((policy) => policy[name] ?? [])].join(" ")).join("; ");
};

export interface SecurityHeadersProps {
  readonly originals: Bucket;
  /** Hashes of the page's inline scripts. */
  readonly scriptHashes: readonly string[];
}

/** Headers that CloudFront adds to every response of the site. */
export class SecurityHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy;

  constructor(scope: Construct, stage: Stage, { originals, scriptHashes }: SecurityHeadersProps) {
    super(scope, "Headers");
    const bucket = `https://${originals.bucketRegionalDomainName}`;
    const includeSubdomains = stage.domain?.subdomainsHaveTls ?? false;
    const contentSecurityPolicy = directives(contentSecurity(bucket, scriptHashes), usesStripe(stage) ? STRIPE : {});
    this.policy = new ResponseHeadersPolicy(this, "Policy", {
      responseHeadersPolicyName: globalName(this, "headers"),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(browserRights(stage)).map(([header, value]) => ({
          header,
          value,
          override: true,
        })),
      },
    });
  }
}
