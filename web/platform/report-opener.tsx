import { createContext, useContext } from 'react'
import { useAccountId } from './auth-token.ts'

export type ReportKind = 'lesson' | 'absence' | 'booking' | 'payment' | 'chat' | 'account' | 'crash' | 'other'

/** What is known of a problem before anything is typed. */
export type ReportAbout = { kind?: ReportKind; lesson?: { id: number; name: string } }

export type OpenReport = (about?: ReportAbout) => void

const ReportOpener = createContext<OpenReport | null>(null)

export const ReportOpenerProvider = ReportOpener.Provider

/** Opens the report of a problem over whatever is shown; null for guests, who have no account to be answered at. */
export function useOpenReport(): OpenReport | null {
  const open = useContext(ReportOpener)
  return useAccountId() === null ? null : open
}
