const KEY = 'hessa.typed-email'

/** Keeps a typed e-mail address between login, registration and reloads of one tab. */
export function storedTypedEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function storeTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email)
  } catch {
    // Storage may be blocked; this is a convenience only.
  }
}
