/** Why a tab was redirected to Google: to sign in or register, to link the account, or to prove the owner of a change. */
export type GooglePurpose = 'enter' | 'link' | 'prove'
export type GoogleRole = 'student' | 'tutor'
/** What this tab has requested of Google; stored while the browser is there. */
export type GoogleRequest = {
  state: string
  verifier: string
  redirectUri: string
  purpose: GooglePurpose
  role: GoogleRole | null
  redirect: string | null
}
/** What the server exchanges (RFC 7636). */
export type BroughtCode = { code: string; verifier: string; redirectUri: string }
export type GoogleResponse =
  | { outcome: 'code'; brought: BroughtCode; purpose: GooglePurpose; role: GoogleRole | null; redirect: string | null }
  | { outcome: 'refused' | 'mismatch'; redirect: string | null }

/** Whether an address's query is an answer of Google. */
export const isGoogleResponse = (search: string): boolean => {
  const params = new URLSearchParams(search)
  return params.has('state') && (params.has('code') || params.has('error'))
}

/** Parses the address's query; null when it is no answer of Google. It is believed only if it answers this tab's request. */
export function parseGoogleResponse(search: string, request: GoogleRequest | null): GoogleResponse | null {
  if (!isGoogleResponse(search)) return null
  const params = new URLSearchParams(search)
  if (!request || params.get('state') !== request.state) return { outcome: 'mismatch', redirect: null }
  const { verifier, redirectUri, purpose, role, redirect } = request
  const code = params.get('code')
  if (code === null) return { outcome: 'refused', redirect }
  return { outcome: 'code', brought: { code, verifier, redirectUri }, purpose, role, redirect }
}
