import { createContext, useContext } from 'react'

export type OpenEmailVerification = () => void

const VerifyOpener = createContext<OpenEmailVerification | null>(null)

export const VerifyOpenerProvider = VerifyOpener.Provider

/** Opens the e-mail verification dialog over whatever is shown, another dialog too. */
export function useOpenEmailVerification(): OpenEmailVerification {
  const open = useContext(VerifyOpener)
  if (!open) throw new Error('useOpenEmailVerification outside VerifyOpenerProvider')
  return open
}
