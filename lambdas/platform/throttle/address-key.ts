import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Counter key of a source address: an IPv4 address, or the /64 network of an IPv6 one, since a client with one address
 * of such a network has all 2^64 of them. Anything else is its own key.
 */
export function addressKey(sourceIp: string): string {
  const mapped = MAPPED.exec(sourceIp)?.[1];
  if (mapped) return mapped;
  const [address = ""] = sourceIp.split("%");
  if (!isIPv6(address)) return sourceIp;
  // The parser writes every address in its shortest form, an embedded IPv4 part in two groups.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = shortest.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
