import { tabStorage } from '../../platform/storage.ts'

/** Recently opened results of the palette; of this tab only, because they contain names. */

export type Recent = {
  key: string
  label: string
  more?: string
  to: string
  params?: Record<string, string>
  search?: Record<string, unknown>
}

const MOST = 6
const keyOf = (accountId: number): string => `hessa.palette.${accountId}`

export function recentOf(accountId: number): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(keyOf(accountId)) ?? '[]')
    return Array.isArray(stored) ? (stored as Recent[]) : []
  } catch {
    return []
  }
}

export function remember(accountId: number, opened: Recent): void {
  const others = recentOf(accountId).filter(({ key }) => key !== opened.key)
  tabStorage.set(keyOf(accountId), JSON.stringify([opened, ...others].slice(0, MOST)))
}
