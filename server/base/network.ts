/** Where a request comes from, as limits count it: one connection, or its neighbourhood. */
import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, without leading zeros. An IPv4 address at its end is two of them. */
function groupsOf(ip: string): string[] {
  const written = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [left = [], right] = written.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = right === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...(right ?? [])].map((group) => Number.parseInt(group, 16).toString(16))
}

const MAPPED = '0:0:0:0:0:ffff:'

/** The first bits of an address, so many of the one kind or the other; an IPv4 address inside IPv6 is one of IPv4. */
function firstOf(ip: string, { bytes, groups }: { bytes: number; groups: number }): string {
  const plain = ip.split('%')[0] ?? ip
  if (!isIPv6(plain)) {
    const kept = plain.split('.').slice(0, bytes)
    return kept.length < 4 ? `${kept.join('.')}.0/24` : plain
  }
  const all = groupsOf(plain)
  if (all.join(':').startsWith(MAPPED)) {
    const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16))
    return firstOf([high >> 8, high & 255, low >> 8, low & 255].join('.'), { bytes, groups })
  }
  return `${all.slice(0, groups).join(':')}::/${groups * 16}`
}

/** An IPv4 address whole; of IPv6 the first 64 bits: a single home or phone has all the addresses behind them. */
export const networkOf = (ip: string): string => firstOf(ip, { bytes: 4, groups: 4 })

/** 24 bits of an IPv4 address, 48 of an IPv6 address: what one customer of a provider may rent. */
export const neighbourhoodOf = (ip: string): string => firstOf(ip, { bytes: 3, groups: 3 })
