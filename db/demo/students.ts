import { Role } from '#domain/roles'
import { accountOf } from './accounts.ts'
import { gendered } from './gendered.ts'
import { knownPerson, type Making, newPerson, type Person } from './people.ts'
import { type Random, seeded } from './random.ts'
import { type TopicKey, TOPICS } from './topics.ts'

/** What somebody pays for: a plan, the free trial, a plan that has ended, or nothing since the trial was used up. */
export type Membership =
  | { kind: 'plan'; planId: 1 | 2 | 3; period: 'month' | 'quarter' | 'year'; startedDaysAgo: number }
  | { kind: 'trial' }
  | { kind: 'ended'; planId: 1 | 2 | 3; startedDaysAgo: number }

export type Student = Person & {
  jobTitle: string | null
  /** 1 to 6. */
  level: number
  aim: string | null
  /** 0 to 4, of `TimeOfDay`. */
  timeOfDay: number | null
  topics: readonly TopicKey[]
  membership: Membership
}

const STUDENTS = 39

const GROWN = [
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
const STUDYING = [
  '[طالب|طالبة] هندسة',
  '[طالب|طالبة] طب',
  '[طالب|طالبة] تجارة إنجليش',
  '[طالب|طالبة] حاسبات',
  '[طالب|طالبة] في الثانوية العامة',
  '[طالب|طالبة] ألسن',
] as const

const AIMS = [
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
  gendered(random.pick(year - person.birthYear < 24 ? STUDYING : GROWN), person.gender)

const topicKeys = Object.keys(TOPICS) as TopicKey[]

/** Of ten students six or seven have a plan, two are on the free trial, one has let the plan run out. */
function membershipOf(random: Random, place: number): Membership {
  if (place % 5 === 4) return { kind: 'trial' }
  const planId = random.pick([1, 1, 2, 2, 2, 3] as const)
  if (place % 11 === 6) return { kind: 'ended', planId, startedDaysAgo: random.int(36, 54) }
  const period = random.pick(['month', 'month', 'quarter', 'quarter', 'year'] as const)
  const longest = { month: 26, quarter: 80, year: 200 }[period]
  return { kind: 'plan', planId, period, startedDaysAgo: random.int(2, longest) }
}

/** The students: the known one first. The known one's minutes week has just begun, so that a lesson can be booked at once. */
export function studentsOf(making: Making): Student[] {
  const random = seeded('students')
  const known: Student = {
    ...knownPerson(accountOf(Role.Student), making, 75),
    jobTitle: 'طالبة صيدلة',
    level: 3,
    aim: 'أتكلم بثقة في مقابلات الشغل بعد التخرج',
    timeOfDay: 3,
    topics: ['conversation', 'interviews', 'pronunciation', 'films'],
    membership: { kind: 'plan', planId: 2, period: 'quarter', startedDaysAgo: 35 },
  }
  const others = Array.from({ length: STUDENTS }, (_, place): Student => {
    const membership = membershipOf(random, place)
    const joinedDaysAgo = membership.kind === 'trial' ? random.int(3, 40) : membership.startedDaysAgo + random.int(1, 12)
    const person = newPerson(random, making, { role: Role.Student, ages: [16, 48], joinedDaysAgo })
    return {
      ...person,
      image: random.chance(0.75) ? person.image : null,
      jobTitle: random.chance(0.85) ? jobOf(random, person, making.year) : null,
      level: random.pick([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6]),
      aim: random.chance(0.85) ? random.pick(AIMS) : null,
      timeOfDay: random.chance(0.7) ? random.pick([0, 1, 2, 3, 3, 3, 4]) : null,
      topics: random.shuffled(topicKeys).slice(0, random.int(2, 5)),
      membership,
    }
  })
  return [known, ...others]
}
