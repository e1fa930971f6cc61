import { enterReferral } from '#contract/calls/referrals'
import { normalTypedCode } from '#domain/typed-codes'
import { ApiError, request } from '../../../platform/api.ts'
import { deviceStorage } from '../../../platform/storage.ts'

/** The code of the link that was opened on this device, until it was entered (docs/rules/minutes.md 12.2). */
const KEY = 'hessa.referral'
/** The code of the student who has seen their own link on this device (docs/rules/minutes.md 12.7). */
const OWN_KEY = 'hessa.own-referral'

export const storedCode = (): string | null => deviceStorage.get(KEY)

export function storeCode(code: string): void {
  deviceStorage.set(KEY, normalTypedCode(code))
}

export function rememberOwnCode(code: string): void {
  deviceStorage.set(OWN_KEY, code)
}

/** Says who has brought the student. @throws ApiError */
export async function enterCode(code: string): Promise<void> {
  const typed = normalTypedCode(code)
  await request(enterReferral, { body: { code: typed, isOwnBrowser: deviceStorage.get(OWN_KEY) === typed } })
  deviceStorage.remove(KEY)
}

/** Enters the stored code of a student who has just registered; where the network fails it stays, and is offered in the settings. */
export async function enterStoredCode(): Promise<void> {
  const code = storedCode()
  if (code === null) return
  try {
    await enterCode(code)
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) deviceStorage.remove(KEY)
  }
}
