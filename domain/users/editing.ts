import { DomainError } from '#domain/errors'
import { isAdmin, isStudio, isSuperAdmin, isTutorSide, type Role } from '#domain/roles'

/** Who may change which field of an account (docs/rules/accounts.md 7.2). */

export type Editor = { id: number; role: Role }
/** The account; `studioId` is the studio that a tutor chose. */
export type Edited = { id: number; role: Role; studioId: number | null }

/** The relation of the editor to the account. */
type Relation = 'self' | 'studio-itself' | 'its-studio' | 'admin'

const self = 'self'
const studioItself = 'studio-itself'
const itsStudio = 'its-studio'
const admin = 'admin'

/** Fields of the account itself. */
const ACCOUNT = {
  email: [self, studioItself, admin],
  /** Only the owner, because nobody else knows the current password. */
  password: [self, studioItself],
  name: [self, studioItself, itsStudio, admin],
  gender: [self, itsStudio, admin],
  birthYear: [self, itsStudio, admin],
  city: [self, studioItself, itsStudio, admin],
  phone: [self, studioItself, itsStudio, admin],
  notificationMethod: [self, itsStudio, admin],
  address: [studioItself, admin],
  image: [self, admin],
} as const satisfies Record<string, readonly Relation[]>

/** Fields of a tutor's profile. */
const PROFILE = {
  englishName: [self, itsStudio, admin],
  englishBio: [self, itsStudio, admin],
  video: [self, itsStudio, admin],
  thumbnail: [self, itsStudio, admin],
  bio: [self, itsStudio, admin],
  about: [self, itsStudio, admin],
  notice: [self, itsStudio, admin],
  speaksSlowly: [self, itsStudio, admin],
  studioId: [self, itsStudio, admin],
  activated: [admin],
  bypassOnboarding: [admin],
} as const satisfies Record<string, readonly Relation[]>

const FIELDS: Record<EditableField, readonly Relation[]> = { ...ACCOUNT, ...PROFILE }

export type AccountField = keyof typeof ACCOUNT
export type ProfileField = keyof typeof PROFILE
export type EditableField = AccountField | ProfileField

const isProfileField = (field: EditableField): boolean => Object.hasOwn(PROFILE, field)

/**
 * Whether staff may act on an account: a super admin on any, a regular admin on any but another admin's
 * (docs/rules/accounts.md 1.3).
 */
export const mayActOn = (actor: Editor, account: { id: number; role: Role }): boolean =>
  isSuperAdmin(actor.role) || (isAdmin(actor.role) && (actor.id === account.id || !isAdmin(account.role)))

/** @throws DomainError `forbidden` unless `mayActOn`. */
export function assertMayActOn(actor: Editor, account: { id: number; role: Role }): void {
  if (!mayActOn(actor, account)) throw new DomainError('forbidden')
}

function relationsOf(editor: Editor, edited: Edited): Relation[] {
  if (editor.id === edited.id) {
    if (isStudio(editor.role)) return [studioItself]
    return isAdmin(editor.role) ? [self, admin] : [self]
  }
  if (isAdmin(editor.role)) return mayActOn(editor, edited) ? [admin] : []
  return isStudio(editor.role) && isTutorSide(edited.role) && edited.studioId === editor.id ? [itsStudio] : []
}

/**
 * @throws DomainError `forbidden` for an account or a field that the editor may not change, `bad-request` for a field that
 * only tutors have.
 */
export function assertMayEdit(editor: Editor, edited: Edited, fields: readonly EditableField[]): void {
  const relations = relationsOf(editor, edited)
  if (relations.length === 0) throw new DomainError('forbidden')
  for (const field of fields) {
    if (!FIELDS[field].some((one) => relations.includes(one)))
      throw new DomainError('forbidden', `${field}: not yours to change`)
    if (isProfileField(field) && !isTutorSide(edited.role))
      throw new DomainError('bad-request', `${field}: only tutors have it`)
  }
}
