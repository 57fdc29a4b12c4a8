/** Region of CloudFront's firewalls and metrics and of AWS's billing services, whatever the stage's region. */
export const EDGE_REGION = "us-east-1";
