import { Role } from '#domain/roles'
import type { Gender } from '#domain/users/gender'
import { Governorate } from '#domain/users/profile'

/** The password of every account in the demo data. */
export const DEMO_PASSWORD = 'Hessa2026!'

export type DemoAccount = {
  id: number
  email: string
  /** The description that the start prints on the terminal. */
  label: string
  role: Role
  name: string
  englishName?: string
  gender: Gender
  scarf: boolean
  birthYear: number
  city: Governorate
  phone: string
}

/** One known account per role. They come first, so that their ids are known, too. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    id: 1,
    email: 'super@hessa.test',
    label: 'Super admin',
    role: Role.SuperAdmin,
    name: 'شريف الألفي',
    gender: 'male',
    scarf: false,
    birthYear: 1979,
    city: Governorate.Cairo,
    phone: '01001000001',
  },
  {
    id: 2,
    email: 'admin@hessa.test',
    label: 'Regular admin',
    role: Role.RegularAdmin,
    name: 'نرمين حلمي',
    gender: 'female',
    scarf: false,
    birthYear: 1988,
    city: Governorate.Giza,
    phone: '01001000002',
  },
  {
    id: 3,
    email: 'manager@hessa.test',
    label: 'Tutor manager',
    role: Role.TutorManager,
    name: 'منى عبد الرحيم',
    englishName: 'Mona Abdel-Rahim',
    gender: 'female',
    scarf: true,
    birthYear: 1983,
    city: Governorate.Cairo,
    phone: '01001000003',
  },
  {
    id: 4,
    email: 'studio@hessa.test',
    label: 'Studio',
    role: Role.Studio,
    name: 'استوديو حصّة بالمعادي',
    gender: 'male',
    scarf: false,
    birthYear: 1985,
    city: Governorate.Cairo,
    phone: '01001000004',
  },
  {
    id: 5,
    email: 'tutor@hessa.test',
    label: 'Tutor, free every day of the coming four weeks',
    role: Role.Tutor,
    name: 'عمر خالد المصري',
    englishName: 'Omar Khaled El-Masry',
    gender: 'male',
    scarf: false,
    birthYear: 1991,
    city: Governorate.Cairo,
    phone: '01001000005',
  },
  {
    id: 6,
    email: 'student@hessa.test',
    label: 'Student, 120 minutes a week, nothing booked',
    role: Role.Student,
    name: 'سارة علي منصور',
    gender: 'female',
    scarf: true,
    birthYear: 2001,
    city: Governorate.Alexandria,
    phone: '01001000006',
  },
]

/** Tutors in the middle of their onboarding, identified by their addresses; their other data is generated. */
export const demoApplicants = [
  { email: 'newcomer@hessa.test', label: 'Tutor with a profile and nothing else yet', stage: 'profile' },
  {
    email: 'applicant@hessa.test',
    label: 'Tutor with an approved video, an interview is booked',
    stage: 'interview-booked',
  },
] as const

export function accountOf(role: Role): DemoAccount {
  const account = demoAccounts.find((each) => each.role === role)
  if (!account) throw new Error(`No demo account has role ${role}`)
  return account
}
