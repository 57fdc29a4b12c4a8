import type { Throttle } from "#local/template/http-api.ts";

/** API Gateway's token bucket: `burst` requests at once, refilled at `rate` per second. */
export function createThrottle({ rate, burst }: Throttle, now = () => performance.now()) {
  if (rate === undefined && burst === undefined) return () => true;
  const perSecond = rate ?? Number.POSITIVE_INFINITY;
  const capacity = burst ?? Math.max(1, perSecond);
  let tokens = capacity;
  let at = now();
  return () => {
    const time = now();
    tokens = Math.min(capacity, tokens + ((time - at) / 1000) * perSecond);
    at = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
