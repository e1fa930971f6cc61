import type { Env } from '../../env.ts'

/** DNS over HTTPS, in JSON (RFC 8484's sibling that Cloudflare and Google serve). */
const RESOLVER = 'https://cloudflare-dns.com/dns-query'
const NO_SUCH_NAME = 3
const MX = 15
/** Somebody waits for the answer, and can do without it. */
const TIMEOUT_MS = 3000

type DnsAnswer = { Status: number; Answer?: { type: number; data: string }[] }
type Found = { isKnown: boolean; records: string[] }

async function lookUp(env: Env, name: string, type: 'MX' | 'A'): Promise<Found> {
  const address = `${env.DNS_URL ?? RESOLVER}?name=${encodeURIComponent(name)}&type=${type}`
  const headers = { accept: 'application/dns-json' }
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { Status, Answer = [] } = (await answer.json()) as DnsAnswer
  if (Status !== 0 && Status !== NO_SUCH_NAME) throw new Error(`The resolver failed with ${Status}`)
  const wanted = Answer.filter((one) => (one.type === MX) === (type === 'MX'))
  return { isKnown: Status === 0, records: wanted.map((one) => one.data) }
}

/** A domain says with a single dot that it takes no mail (RFC 7505). */
const takesNone = (records: string[]): boolean => records.every((record) => /^\d+ \.$/.test(record))

/**
 * Whether mail can reach the domain of an address: it names a server for mail, or is a server itself
 * (docs/rules/accounts.md 2.2). A laptop asks nobody, and a resolver that does not answer keeps nobody out.
 */
export async function isDeliverable(env: Env, email: string): Promise<boolean> {
  if (env.ENVIRONMENT === 'local') return true
  const domain = email.slice(email.lastIndexOf('@') + 1)
  try {
    const mail = await lookUp(env, domain, 'MX')
    if (mail.records.length > 0) return !takesNone(mail.records)
    return mail.isKnown && (await lookUp(env, domain, 'A')).records.length > 0
  } catch {
    return true
  }
}
