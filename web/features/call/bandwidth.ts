/**
 * Asks the other side to send no more than this in the given section of a description, by the lines that browsers keep to
 * (RFC 8866: `AS` in kilobits, RFC 3890: `TIAS` in bits).
 */
export function withBandwidth(sdp: string, section: number, kbps: number | null): string {
  const [head = '', ...media] = sdp.split(/(?=^m=)/m)
  const limited = media.map((part, place) => (place === section ? limit(part, kbps) : part))
  return [head, ...limited].join('')
}

function limit(part: string, kbps: number | null): string {
  const bare = part.replace(/^b=(?:AS|TIAS):.*\r\n/gm, '')
  if (kbps === null) return bare
  // They belong after the connection line, before all attributes.
  return bare.replace(/^c=.*\r\n/m, (line) => `${line}b=AS:${kbps}\r\nb=TIAS:${kbps * 1000}\r\n`)
}

/** Whose description it is: a connection keeps its fingerprint for life. */
export const fingerprintOf = (sdp: string): string | null => /^a=fingerprint:(.+)$/m.exec(sdp)?.[1]?.trim() ?? null
