/** The network of an address, as limits count it. */
import { isIPv6 } from 'node:net'

/** Of IPv6 the first 64 bits: a single home or phone has all the addresses behind them. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const plain = ip.split('%')[0] ?? ip
  if (!isIPv6(plain)) return ip
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end stands for two groups.
  const width = (parts: string[]) => parts.reduce((sum, part) => sum + (part.includes('.') ? 2 : 1), 0)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - width(groups) - width(rest) }, () => '0')
  const first = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
