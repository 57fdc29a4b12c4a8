/** Where CloudFront's firewalls have to be and its metrics are kept, and which no billing service lacks, whatever region a stage is in. */
export const EDGE_REGION = "us-east-1";
