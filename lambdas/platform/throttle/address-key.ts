import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Counter key of a source address: an IPv4 address, or the /64 network of an IPv6 one, since a client usually controls all
 * 2^64 of its addresses. Other texts stay unchanged.
 */
export function computeAddressKey(sourceIp: string): string {
  const mapped = MAPPED.exec(sourceIp)?.[1];
  if (mapped) return mapped;
  const [address = ""] = sourceIp.split("%");
  if (!isIPv6(address)) return sourceIp;
  // The parser writes addresses in their shortest form, with an embedded IPv4 part as two groups.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = shortest.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
