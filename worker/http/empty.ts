import { DomainError } from '#domain/errors'

/** @throws DomainError `empty-request` for an update with nothing to update (docs/rules/api.md 2.2). */
export function refuseEmpty(changes: object): void {
  if (Object.values(changes).every((value) => value === undefined)) throw new DomainError('empty-request')
}

/** The record's current values of the fields that a change names: the `before` of its audit entry. */
export const beforeOf = <T extends object>(record: T, changes: object): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(changes, name))) as Partial<T>
