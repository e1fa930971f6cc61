import { isInstantText } from '../../platform/search.ts'

export type Intent = { tutorId: number; at: string | null }

/** The booking that an address leads to, `/t/5?book=true&at=…`; null for any other address. */
export function tutorsIntent(address: string | undefined): Intent | null {
  const [path = '', query = ''] = (address ?? '').split('?')
  const tutorId = Number(/^\/t\/(\d+)$/.exec(path)?.[1])
  const search = new URLSearchParams(query)
  if (!tutorId || search.get('book') !== 'true') return null
  // The router writes texts of an address as JSON.
  const at = (search.get('at') ?? '').replace(/^"|"$/g, '')
  return { tutorId, at: isInstantText(at) ? at : null }
}
