export type GoogleRole = 'student' | 'tutor'
/** What this tab has asked Google for. */
export type Journey = { state: string; nonce: string; role: GoogleRole | null; redirect: string | null }
export type GoogleReturn =
  | { outcome: 'token'; token: string; role: GoogleRole | null; redirect: string | null }
  | { outcome: 'refused' | 'mismatch' }

/** What the token was made for; the server alone decides whether it is Google's. */
function nonceOf(idToken: string): unknown {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { nonce?: unknown }).nonce
  } catch {
    return undefined
  }
}

/** Reads what Google put behind the `#`; null where it is nothing of Google's. */
export function readReturn(hash: string, journey: Journey | null): GoogleReturn | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const token = said.get('id_token')
  if (token === null && !said.has('error')) return null
  if (!journey || said.get('state') !== journey.state) return { outcome: 'mismatch' }
  if (token === null) return { outcome: 'refused' }
  if (nonceOf(token) !== journey.nonce) return { outcome: 'mismatch' }
  return { outcome: 'token', token, role: journey.role, redirect: journey.redirect }
}
