import type { AuditEntry } from '#contract/audit'
import type { RowLink } from '../table/shared/data-list.tsx'

/** Screens of single records, and lists that show one by its id. */
const SCREENS: Readonly<Record<string, (id: string) => RowLink>> = {
  user: (id) => ({ to: '/user/$id', params: { id } }),
  student: (id) => ({ to: '/user/$id', params: { id } }),
}

/** Where the record of an entry can be looked at; null for kinds without a screen, and for records that are gone. */
export function recordLinkOf({ act, targetKind, targetId }: AuditEntry): RowLink | null {
  if (targetId === null || act.endsWith('.delete')) return null
  return SCREENS[targetKind]?.(String(targetId)) ?? null
}
