import type { listOwnSessions } from '#contract/auth-sessions'
import type { Answer } from '#contract/client'
import { devices } from '#messages/devices'
import { language } from '#messages/language'
import { useMessages } from '../../messages/messages.ts'

type Device = Answer<typeof listOwnSessions>[number]

const regions = new Intl.DisplayNames([language.code], { type: 'region' })

/** The name of a device and its location, with texts for unknown ones. */
export function useDeviceWords() {
  const t = useMessages(devices)
  return {
    nameOf: ({ browser, system }: Device): string =>
      browser && system ? t('onSystem', { browser, system }) : (browser ?? system ?? t('unknownDevice')),
    locationOf: ({ country, city }: Device): string => {
      const name = country && regions.of(country)
      if (name && city) return t('place', { city, country: name })
      return name || city || t('unknownPlace')
    },
  }
}
