import lighthouse, { desktopConfig, type Result } from "lighthouse";

export const DEVICES = ["mobile", "desktop"] as const;
export type Device = (typeof DEVICES)[number];

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** What one visit came to. Bytes as they were sent, times in milliseconds, scores up to 100. */
export interface Visit {
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly requests: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
  readonly scores: readonly number[];
}

interface Request {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

function requestsIn({ audits }: Result): readonly Request[] {
  const { details } = audits["network-requests"] ?? {};
  return details?.type === "table" ? (details.items as unknown as readonly Request[]) : [];
}

const bytesOf = (requests: readonly Request[]) => requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

/** Visits a page once with a fresh profile, on a simulated phone or desktop. */
export async function measurePage(url: string, device: Device, port: number): Promise<Visit> {
  const flags = { port, output: "json" as const, logLevel: "error" as const, onlyCategories: [...CATEGORIES] };
  const outcome = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  if (!outcome) throw new Error(`${url} couldn't be measured`);
  const { lhr } = outcome;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const requests = requestsIn(lhr);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scriptBytes: bytesOf(requests.filter(({ resourceType }) => resourceType === "Script")),
    allBytes: bytesOf(requests),
    requests: requests.length,
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    scores: CATEGORIES.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
  };
}
