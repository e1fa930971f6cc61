import { Role } from '#domain/roles'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import type { EnglishLevel, TimeOfDay } from '#domain/users/profile'
import { accountOf } from './accounts.ts'
import { gendered } from './gendered.ts'
import { knownPerson, newPerson, type Person, type PersonFactory } from './people.ts'
import type { PLANS } from './plans.ts'
import { type Random, seeded } from './random.ts'
import { TOPICS, type TopicKey } from './topics.ts'

export type PlanId = (typeof PLANS)[number]['id']

/**
 * What a student has: a plan (perhaps after single months of the same plan), a plan that has ended, the free trial, or
 * nothing while the e-mail is not verified.
 */
export type Membership =
  | { kind: 'plan' | 'ended'; planId: PlanId; period: PaidPeriod; startedDaysAgo: number; monthsBefore: number }
  | { kind: 'trial' | 'none' }

export type PaidMembership = Extract<Membership, { planId: PlanId }>

export type Student = Person & {
  jobTitle: string | null
  level: EnglishLevel | null
  objective: string | null
  timeOfDay: TimeOfDay | null
  topics: readonly TopicKey[]
  membership: Membership
}

const STUDENT_COUNT = 39
/** Students who registered recently and have not verified their e-mail. */
const UNVERIFIED_COUNT = 3

const ADULT_JOBS = [
  '[محاسب|محاسبة] في شركة مقاولات',
  '[مهندس مدني|مهندسة مدنية]',
  '[صيدلي|صيدلانية]',
  '[ممرض|ممرضة] في مستشفى الدمرداش',
  '[مبرمج|مبرمجة] مواقع',
  '[مصمم|مصممة] جرافيك حر',
  'خدمة عملاء',
  '[مدرّس|مدرّسة] رياضيات',
  '[صاحب محل موبايلات|ربة منزل]',
  '[مسؤول|مسؤولة] مبيعات',
  '[طبيب|طبيبة] امتياز',
  '[مضيف|مضيفة] طيران',
  '[محامي|محامية] تحت التمرين',
  '[موظف|موظفة] استقبال في فندق',
  '[باحث|باحثة] ماجستير',
  '[مهندس|مهندسة] برمجيات',
  '[مسؤول|مسؤولة] موارد بشرية',
  '[مترجم|مترجمة]',
  '[مرشد سياحي|مرشدة سياحية]',
  '[موظف|موظفة] في بنك',
] as const
const STUDENT_OCCUPATIONS = [
  '[طالب|طالبة] هندسة',
  '[طالب|طالبة] طب',
  '[طالب|طالبة] تجارة إنجليش',
  '[طالب|طالبة] حاسبات',
  '[طالب|طالبة] في الثانوية العامة',
  '[طالب|طالبة] ألسن',
] as const

const OBJECTIVES = [
  'أتكلم بثقة في اجتماعات الشغل',
  'أجيب سبعة في الآيلتس قبل الصيف',
  'أسافر كندا وأشتغل في مجالي',
  'أساعد ولادي في المذاكرة',
  'أعدّي مقابلة شغل في شركة أجنبية',
  'أتفرّج على الأفلام من غير ترجمة',
  'أقدّم على منحة ماجستير',
  'أحسّن النطق عشان شغلي في الكول سنتر',
  'أكتب إيميلات من غير مساعدة',
  'أرجع أتكلم زي زمان بعد سنين انقطاع',
  'أجيب الدرجة النهائية في الثانوية',
  'أشتغل فريلانس مع عملاء من برّه',
  'أتكلم مع السياح في الفندق',
  'أبدأ من الصفر وأقرا قصة قصيرة',
] as const

const jobOf = (random: Random, person: Person, year: number) =>
  gendered(random.pick(year - person.birthYear < 24 ? STUDENT_OCCUPATIONS : ADULT_JOBS), person.gender)

const topicKeys = Object.keys(TOPICS) as TopicKey[]

const { Month, Quarter, Year } = PlanPeriod
/** The maximum age in days at which a subscription of the period is certainly still active. */
const LONGEST_DAYS = { [Month]: 26, [Quarter]: 80, [Year]: 200 }

/** Of ten students seven have a plan, two are on the free trial, and one's plan has ended. */
function membershipOf(random: Random, place: number): Membership {
  if (place % 5 === 4) return { kind: 'trial' }
  const planId = random.pick<PlanId>([1, 1, 2, 2, 2, 3])
  if (place % 11 === 6)
    return { kind: 'ended', planId, period: Month, startedDaysAgo: random.int(36, 54), monthsBefore: 0 }
  const period = random.pick([Month, Month, Quarter, Quarter, Year])
  const startedDaysAgo = random.int(2, LONGEST_DAYS[period])
  return { kind: 'plan', planId, period, startedDaysAgo, monthsBefore: startedDaysAgo < 45 ? random.int(0, 2) : 0 }
}

/** Students with a plan, by their place, who have stopped coming: without lessons for long, or absent from the last two. */
const QUIET_PLACES: readonly number[] = [8, 17, 31]
const ABSENT_PLACES: readonly number[] = [12, 22]

/** The ids of those of these students whose plan has lasted for two weeks. */
const lastingAt = (students: readonly Student[], places: readonly number[]): ReadonlySet<number> =>
  new Set(
    places.flatMap((place) => {
      const student = students[place]
      const isLasting = student?.membership.kind === 'plan' && student.membership.startedDaysAgo >= 14
      return student && isLasting ? [student.id] : []
    }),
  )

export const quietStudents = (students: readonly Student[]) => lastingAt(students, QUIET_PLACES)
export const absentStudents = (students: readonly Student[]) => lastingAt(students, ABSENT_PLACES)

/** Days from the start of one single month to the next: four weeks and a pause of two days. */
export const MONTH_AND_PAUSE = 30

export const firstPlanDaysAgo = (membership: PaidMembership): number =>
  membership.startedDaysAgo + membership.monthsBefore * MONTH_AND_PAUSE

/**
 * The students. The known one comes first, with a minutes week that began yesterday at the latest and without bookings, so
 * that visitors can book a lesson at any hour.
 */
export function studentsOf(factory: PersonFactory): Student[] {
  const random = seeded('students')
  const known: Student = {
    ...knownPerson(accountOf(Role.Student), factory, 75),
    jobTitle: 'طالبة صيدلة',
    level: 3,
    objective: 'أتكلم بثقة في مقابلات الشغل بعد التخرج',
    timeOfDay: 3,
    topics: ['conversation', 'interviews', 'pronunciation', 'films'],
    membership: { kind: 'plan', planId: 2, period: Quarter, startedDaysAgo: 36, monthsBefore: 1 },
  }
  const others = Array.from({ length: STUDENT_COUNT }, (_, place): Student => {
    const membership = membershipOf(random, place)
    const joinedDaysAgo =
      random.int(3, 12) + ('planId' in membership ? firstPlanDaysAgo(membership) : random.int(0, 28))
    const person = newPerson(random, factory, { role: Role.Student, ages: [16, 48], joinedDaysAgo })
    return {
      ...person,
      image: random.chance(0.75) ? person.image : null,
      jobTitle: random.chance(0.85) ? jobOf(random, person, factory.year) : null,
      level: random.pick<EnglishLevel>([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6]),
      objective: random.chance(0.85) ? random.pick(OBJECTIVES) : null,
      timeOfDay: random.chance(0.7) ? random.pick<TimeOfDay>([0, 1, 2, 3, 3, 3, 4]) : null,
      topics: random.shuffled(topicKeys).slice(0, random.int(2, 5)),
      membership,
    }
  })
  const unverified = Array.from({ length: UNVERIFIED_COUNT }, (): Student => {
    const person = newPerson(random, factory, { role: Role.Student, ages: [16, 48], joinedDaysAgo: random.int(0, 2) })
    return {
      ...person,
      image: null,
      verified: false,
      jobTitle: null,
      level: null,
      objective: null,
      timeOfDay: null,
      topics: [],
      membership: { kind: 'none' },
    }
  })
  return [known, ...others, ...unverified]
}
