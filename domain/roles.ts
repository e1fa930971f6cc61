/** The roles of accounts (docs/rules/accounts.md 1.1). */
export const Role = {
  SuperAdmin: 1,
  RegularAdmin: 2,
  Tutor: 3,
  Student: 4,
  TutorManager: 5,
  Studio: 6,
} as const

export type Role = (typeof Role)[keyof typeof Role]

export const roles = Object.values(Role)

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)

export const isSuperAdmin = (role: Role): boolean => role === Role.SuperAdmin
/** Either admin. */
export const isAdmin = (role: Role): boolean => role === Role.SuperAdmin || role === Role.RegularAdmin
/** A tutor who is not a tutor manager. */
export const isRegularTutor = (role: Role): boolean => role === Role.Tutor
export const isTutorManager = (role: Role): boolean => role === Role.TutorManager
/** Tutors and tutor managers; both have a tutor profile. */
export const isTutorSide = (role: Role): boolean => role === Role.Tutor || role === Role.TutorManager
export const isStudent = (role: Role): boolean => role === Role.Student
export const isStudio = (role: Role): boolean => role === Role.Studio
/** Students, tutors and tutor managers. */
export const isRegularUser = (role: Role): boolean => role === Role.Student || isTutorSide(role)
/** Everybody who uses the dashboard. */
export const isStaff = (role: Role): boolean => isAdmin(role) || role === Role.TutorManager || role === Role.Studio
