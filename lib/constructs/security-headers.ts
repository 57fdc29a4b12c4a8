import { Duration } from "aws-cdk-lib";
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * What the browser may load and do; everything comes from the one origin, uploads go to the originals bucket.
 * Of scripts within a page only those with one of the hashes run.
 */
const contentSecurity = (uploads: string, scriptHashes: readonly string[]): Record<string, string> => ({
  "default-src": "'self'",
  "base-uri": "'self'",
  "connect-src": `'self' ${uploads}`,
  "font-src": "'self' data:",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "img-src": "'self' data: blob:",
  "object-src": "'none'",
  "script-src": ["'self'", ...scriptHashes].join(" "),
  // Emotion, which Chakra styles with, inserts its rules at run time; a nonce would need a page made per request.
  "style-src": "'self' 'unsafe-inline'",
});

const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(self), usb=()";

const directives = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map((directive) => directive.join(" "))
    .join("; ");

/** The headers that CloudFront sets on every answer of the site. */
export class SecurityHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy;

  constructor(scope: Construct, originals: Bucket, scriptHashes: readonly string[]) {
    super(scope, "Headers");
    const uploads = `https://${originals.bucketRegionalDomainName}`;
    const contentSecurityPolicy = directives(contentSecurity(uploads, scriptHashes));
    this.policy = new ResponseHeadersPolicy(this, "Policy", {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: "permissions-policy", value: PERMISSIONS, override: true },
          { header: "cross-origin-opener-policy", value: "same-origin", override: true },
        ],
      },
    });
  }
}
