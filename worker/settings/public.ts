import type { publicSettings } from '#contract/settings'
import type { Db } from '#db/client'
import type { SettingValues } from '#domain/settings/settings'
import type { Act } from '../http/bind.ts'
import { readTimer } from '../http/clock.ts'
import { loadSettings } from './store.ts'

/** How long an isolate caches the settings; acts that decide by a setting read it themselves. */
const CACHE_MS = 10_000

let cached: { values: SettingValues; until: number } | null = null

/** Makes this isolate read the settings again; others do so within `CACHE_MS`. */
export const forgetSettings = (): void => {
  cached = null
}

async function cachedSettings(db: Db): Promise<SettingValues> {
  if (cached && readTimer() < cached.until) return cached.values
  const values = await loadSettings(db)
  cached = { values, until: readTimer() + CACHE_MS }
  return values
}

/** The settings that the apps display and validate by, up to 10 seconds old (docs/rules/staff.md 11.3). */
export const readPublic: Act<typeof publicSettings> = async ({ db }) => {
  const values = await cachedSettings(db)
  return {
    banner: values.bannerShown ? values.bannerText : null,
    tutorRegistrationPaused: values.tutorRegistrationPaused,
    withdrawalsPaused: values.withdrawalsPaused,
    minWithdrawal: values.minWithdrawal,
    maxWithdrawal: values.maxWithdrawal,
    topUpPrice30: values.topUpPrice30,
    topUpPrice60: values.topUpPrice60,
    supportWhatsApp: values.supportWhatsApp || null,
  }
}
