/** Where a try comes from: one machine or one connection, however many addresses it has. */
import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address as they are written, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
}

const asIPv4 = (ip: string) => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, because a subscriber may choose the rest freely. */
export function placeOf(ip: string): string {
  const plain = asIPv4(ip)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** The neighbourhood: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function networkOf(ip: string): string {
  const plain = asIPv4(ip)
  return isIPv6(plain)
    ? `${groupsOf(plain).slice(0, 3).join(':')}::/48`
    : `${plain.split('.').slice(0, 3).join('.')}.0/24`
}
