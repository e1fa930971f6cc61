import { createContext, useContext } from 'react'

export type OpenVerification = {
  email: () => void
  /** `change` begins with another number. */
  phone: (how?: 'change') => void
}

const VerifyOpener = createContext<OpenVerification | null>(null)

export const VerifyOpenerProvider = VerifyOpener.Provider

function useOpeners(): OpenVerification {
  const openers = useContext(VerifyOpener)
  if (!openers) throw new Error('useOpenEmailVerification outside VerifyOpenerProvider')
  return openers
}

/** Opens the e-mail verification dialog over whatever is shown, another dialog too. */
export const useOpenEmailVerification = (): OpenVerification['email'] => useOpeners().email

/** Opens the verification of the phone, or its change. */
export const useOpenPhoneVerification = (): OpenVerification['phone'] => useOpeners().phone
