import type { Env } from '../../env.ts'

/** DNS over HTTPS with JSON responses, as Cloudflare and Google serve it (not RFC 8484's binary format). */
const RESOLVER = 'https://cloudflare-dns.com/dns-query'
const NO_SUCH_NAME = 3
const MX = 15
/** Short, since a user waits for the response and the check may be skipped. */
const TIMEOUT_MS = 3000

type DnsAnswer = { Status: number; Answer?: { type: number; data: string }[] }
type DnsRecords = { isKnown: boolean; records: string[] }

async function lookUp(env: Env, name: string, type: 'MX' | 'A'): Promise<DnsRecords> {
  const address = `${env.DNS_URL ?? RESOLVER}?name=${encodeURIComponent(name)}&type=${type}`
  const headers = { accept: 'application/dns-json' }
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { Status, Answer = [] } = (await response.json()) as DnsAnswer
  if (Status !== 0 && Status !== NO_SUCH_NAME) throw new Error(`The resolver failed with ${Status}`)
  const records = Answer.filter((one) => (one.type === MX) === (type === 'MX'))
  return { isKnown: Status === 0, records: records.map((one) => one.data) }
}

/** A domain whose only MX record is a single dot accepts no mail (RFC 7505). */
const acceptsNone = (records: string[]): boolean => records.every((record) => /^\d+ \.$/.test(record))

/**
 * Whether the domain of an e-mail address accepts mail: it has an MX record, or else an address record
 * (docs/rules/accounts.md 2.2). Always true in local development, and when the resolver does not respond, so that its
 * outage does not keep users from registering.
 */
export async function isDeliverable(env: Env, email: string): Promise<boolean> {
  if (env.ENVIRONMENT === 'local') return true
  const domain = email.slice(email.lastIndexOf('@') + 1)
  try {
    const mail = await lookUp(env, domain, 'MX')
    if (mail.records.length > 0) return !acceptsNone(mail.records)
    return mail.isKnown && (await lookUp(env, domain, 'A')).records.length > 0
  } catch {
    return true
  }
}
