/**
 * Limits what the other side sends in one media section of a description, by the bandwidth lines that browsers obey
 * (RFC 8866: `AS` in kilobits, RFC 3890: `TIAS` in bits). Null removes the limit.
 */
export function withBandwidth(sdp: string, section: number, kbps: number | null): string {
  const [head = '', ...media] = sdp.split(/(?=^m=)/m)
  const limited = media.map((part, place) => (place === section ? limit(part, kbps) : part))
  return [head, ...limited].join('')
}

function limit(part: string, kbps: number | null): string {
  const bare = part.replace(/^b=(?:AS|TIAS):.*\r\n/gm, '')
  if (kbps === null) return bare
  // The order is fixed: after the `c=` line and before all attributes.
  return bare.replace(/^c=.*\r\n/m, (line) => `${line}b=AS:${kbps}\r\nb=TIAS:${kbps * 1000}\r\n`)
}

/** The DTLS fingerprint of a description, which is constant and unique per connection. */
export const fingerprintOf = (sdp: string): string | null => /^a=fingerprint:(.+)$/m.exec(sdp)?.[1]?.trim() ?? null
