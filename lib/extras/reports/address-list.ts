import { BlockList, isIPv6 } from 'node:net';

const RANGE = /^([\da-f.:]+)(?:\/(\d+))?$/i;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
const IPV4_WITH_PORT = /^(.*\d\.\d+\.\d+\.\d+):\d+$/;

/** @throws if the list is empty, or an entry is neither an address nor a range */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  if (ranges.length === 0) throw new TypeError();
  for (const range of ranges) {
    const [, address = '', bits] = RANGE.exec(range) ?? [];
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/**
 * Whether an address is in a list. Some proxies write the port after an address, and some systems the interface.
 */
export function isListed(list: BlockList, from: string): boolean {
  const [, bare = from] = IN_BRACKETS.exec(from) ?? IPV4_WITH_PORT.exec(from) ?? [];
  const [address = ''] = bare.split('%');
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
