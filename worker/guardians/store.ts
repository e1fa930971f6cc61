import { and, desc, eq, isNull } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { guardians } from '#db/schema/guardians'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isStudent } from '#domain/roles'
import { GUARDIAN_TEXT, isMinor } from '#domain/students/guardians'
import { endRenewal } from '../card-renewals/store.ts'

const inForce = (studentId: number) => and(eq(guardians.studentId, studentId), isNull(guardians.endedAt))

/** Selects a student's account and the consent in force; for `guardedOf`. */
export const guardedStatements = (db: Db, studentId: number) =>
  [
    db
      .select({
        id: users.id,
        role: users.role,
        name: users.name,
        phone: users.phone,
        birthYear: users.birthYear,
        updatedAt: users.updatedAt,
      })
      .from(users)
      .where(eq(users.id, studentId)),
    db.select().from(guardians).where(inForce(studentId)),
  ] as const

type Read = RowsOf<ReturnType<typeof guardedStatements>>

/** @throws DomainError `student-not-found`. */
export function guardedOf([[student], [guardian]]: Read) {
  if (!student || !isStudent(student.role)) throw new DomainError('student-not-found')
  return { student, guardian: guardian ?? null }
}

/** @throws DomainError `illegal` for a student who needs no guardian. */
export function refuseAdult({ birthYear }: { birthYear: number | null }, now: Instant): void {
  if (!isMinor(birthYear, now)) throw new DomainError('illegal', 'no guardian is needed')
}

/** As answered (docs/rules/privacy.md 6.7). */
export const guardianshipView = ({ student, guardian }: ReturnType<typeof guardedOf>, now: Instant) => ({
  isMinor: isMinor(student.birthYear, now),
  textVersion: GUARDIAN_TEXT,
  guardian: guardian && {
    name: guardian.name,
    phone: guardian.phone,
    textVersion: guardian.textVersion,
    consentedAt: guardian.consentedAt,
    isByStaff: guardian.recordedBy !== null,
  },
})

/** Every consent of a student, the latest first. */
export const consentsOf = (db: Db, studentId: number) =>
  db.select().from(guardians).where(eq(guardians.studentId, studentId)).orderBy(desc(guardians.consentedAt))

const endStatement = (db: Db, studentId: number, now: Instant): Statement =>
  db.update(guardians).set({ endedAt: now }).where(inForce(studentId))

/** The statements that end the consent in force, and with it the renewal by card (docs/rules/privacy.md 6.5). */
export const withdrawalStatements = (db: Db, studentId: number, now: Instant): [Statement, ...Statement[]] => [
  endStatement(db, studentId, now),
  endRenewal(db, studentId),
]

/** The statements that record a consent in place of the one in force. `recordedBy` is null for one that a code proves. */
export const consentStatements = (
  db: Db,
  consent: { studentId: number; name: string; phone: string; recordedBy: number | null },
  now: Instant,
): [Statement, ...Statement[]] => [
  endStatement(db, consent.studentId, now),
  db.insert(guardians).values({ ...consent, textVersion: GUARDIAN_TEXT, consentedAt: now }),
]
