/** Rate limits count by network, because an IPv6 subscriber has more addresses than can be counted. */

const GROUPS = 8
/** The number of groups of an IPv6 address that identify the subscriber's network (a /64). */
const NETWORK_GROUPS = 4
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const GROUP = /^[0-9a-f]{1,4}$/

/** The four bytes of an IPv4 address as two groups of an IPv6 address. */
function groupsOfIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}

const groupsIn = (half: string): string[] =>
  half === '' ? [] : half.split(':').flatMap((group) => (IPV4.test(group) ? groupsOfIpv4(group) : [group]))

/** The eight groups of an IPv6 address without leading zeros, null for other text. */
function groupsOf(address: string): string[] | null {
  const halves = address.split('::')
  const [before = [], after = []] = halves.map(groupsIn)
  const missing = GROUPS - before.length - after.length
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return null
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups.every((group) => GROUP.test(group))
    ? groups.map((group) => Number.parseInt(group, 16).toString(16))
    : null
}

/** Whether the address is an IPv4 address in IPv6 notation (`::ffff:0:0/96`). */
const isMappedIpv4 = (groups: readonly string[]): boolean =>
  groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'

/**
 * The network of a client's address, by which limits count (docs/decisions/004): a whole IPv4 address, or the first 64 bits
 * of an IPv6 address as `2001:db8:0:0::/64`. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const text = address.trim().toLowerCase()
  if (!text.includes(':')) return text
  const groups = groupsOf(text.replace(/%.*$/, ''))
  if (!groups) return text
  if (!isMappedIpv4(groups)) return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
