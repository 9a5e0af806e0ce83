/** Which network addresses are public: a user who types the address of a CRM must not reach our own network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const inner = new BlockList()
// IANA's special-purpose registry for IPv4.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(net, bits, 'ipv4')

/** IPv6: only global unicast, without the ranges that embed an IPv4 address or are reserved for documentation. */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** @param address as the resolver or a parsed URL writes it, without brackets */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inner.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}
