export type GoogleRole = 'student' | 'tutor'
/** What this tab has requested of Google; stored while the browser is there. */
export type GoogleRequest = { state: string; nonce: string; role: GoogleRole | null; redirect: string | null }
export type GoogleResponse =
  | { outcome: 'token'; token: string; role: GoogleRole | null; redirect: string | null }
  | { outcome: 'refused' | 'mismatch' }

/** The nonce in the token. Its signature is checked by the server alone. */
function nonceOf(idToken: string): unknown {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { nonce?: unknown }).nonce
  } catch {
    return undefined
  }
}

/** Parses the address's fragment; null when it is no response of Google. */
export function parseGoogleResponse(hash: string, request: GoogleRequest | null): GoogleResponse | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const token = params.get('id_token')
  if (token === null && !params.has('error')) return null
  if (!request || params.get('state') !== request.state) return { outcome: 'mismatch' }
  if (token === null) return { outcome: 'refused' }
  if (nonceOf(token) !== request.nonce) return { outcome: 'mismatch' }
  return { outcome: 'token', token, role: request.role, redirect: request.redirect }
}
