import { refreshToken } from '#contract/auth'
import { request } from './api.ts'
import { now } from './clock.ts'
import { storeToken, token, wantsRefresh } from './session.ts'

const LOOK_EVERY_MS = 60 * 60 * 1000

/** A new token comes before the old one ends, without a word; a failure is tried again at the next look. */
async function refreshWhenDue(): Promise<void> {
  if (!wantsRefresh(now())) return
  const held = token()
  const fresh = await request(refreshToken, {}).catch(() => null)
  if (fresh !== null && token()?.value === held?.value) storeToken(fresh)
}

/** Looks at the token now, every hour, and when the page is looked at again. */
export function keepTokenFresh(): void {
  const look = () => void refreshWhenDue()
  look()
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}
