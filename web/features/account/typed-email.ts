const KEY = 'hessa.typed-email'

/** The address that was typed at one entrance is there at the other, and after a reload; it leaves with the tab. */
export function typedEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepTypedEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email)
  } catch {
    // It is a convenience only.
  }
}
