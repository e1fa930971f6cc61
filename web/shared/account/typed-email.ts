import { tabStorage } from '../../platform/storage.ts'

const KEY = 'hessa.typed-email'

/** Keeps a typed e-mail address between login, registration and reloads of one tab. */
export const storedTypedEmail = (): string => tabStorage.get(KEY) ?? ''

export function storeTypedEmail(email: string): void {
  tabStorage.set(KEY, email)
}
