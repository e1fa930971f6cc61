import { Role } from '#domain/roles'
import { aboutGenerator } from './abouts.ts'
import { accountOf, demoApplicants } from './accounts.ts'
import { gendered } from './gendered.ts'
import { hoursOf, MANAGERS_HOURS, OPEN_ALL_DAY, type WeeklyHours } from './hours.ts'
import { knownPerson, newPerson, type Person, type PersonFactory } from './people.ts'
import { type Random, seeded, shuffledCycle } from './random.ts'
import { MANAGING, type Specialty } from './specialties.ts'
import { everyday } from './specialties-everyday.ts'
import { schoolAndWork } from './specialties-school-and-work.ts'
import type { TopicKey } from './topics.ts'

/** The step of onboarding that a tutor is at; only onboarded tutors are listed publicly. */
export type Stage =
  | 'profile'
  | 'video-pending'
  | 'video-rejected'
  | 'interview-booked'
  | 'interview-rejected'
  | 'demo-booked'
  | 'photos-due'
  | 'ready'
  | 'onboarded'

export type Tutor = Person & {
  stage: Stage
  bio: string
  englishBio: string | null
  about: string
  video: string | null
  thumbnail: string | null
  /** Minutes. */
  notice: number
  speaksSlowly: boolean
  topics: readonly [TopicKey, ...TopicKey[]]
  hours: WeeklyHours
  /** Never takes a day off. */
  alwaysOpen: boolean
}

const TUTOR_COUNT = 64
const MANAGER_COUNT = 3
const STAGES: readonly Stage[] = [
  'profile',
  'video-pending',
  'video-rejected',
  'interview-booked',
  'interview-rejected',
  'demo-booked',
  'photos-due',
]

const NOTICES = [0, 15, 30, 30, 45, 60, 60, 90, 120, 180]

function topicsOf(random: Random, { topics }: Specialty): Tutor['topics'] {
  const [first, second, ...others] = topics
  if (!first || !second) throw new Error('A specialty has at least two topics')
  return [first, second, ...random.shuffled(others).slice(0, random.int(1, 2))]
}

/** Creates profiles one after another, using each text equally often. */
function profileGenerator() {
  const random = seeded('profiles')
  const about = aboutGenerator(random)
  const bios = new Map<Specialty, () => string>()
  return (person: Person, specialty: Specialty, stage: Stage): Tutor => {
    const bio = bios.get(specialty) ?? shuffledCycle(random, specialty.bios)
    bios.set(specialty, bio)
    const own = about(specialty, person.gender)
    const hasMedia = stage === 'onboarded' || stage === 'ready'
    return {
      ...person,
      city: own.city ?? person.city,
      image: hasMedia ? person.image : null,
      stage,
      bio: gendered(bio(), person.gender),
      // Most tutors give both, some the name alone, some neither: not random, so that the rest of the demo data does not change.
      englishName: person.id % 5 === 2 ? null : person.englishName,
      englishBio: person.id % 5 === 2 || person.id % 7 === 0 ? null : (specialty.englishBios[person.id % 2] ?? null),
      about: own.about,
      video: hasMedia ? `tutors/videos/${random.uuid()}` : null,
      thumbnail: hasMedia ? `tutors/thumbnails/${random.uuid()}` : null,
      notice: random.pick(NOTICES),
      // Not random, so that the rest of the demo data does not change.
      speaksSlowly: person.id % 3 !== 0,
      topics: topicsOf(random, specialty),
      hours: person.role === Role.TutorManager ? MANAGERS_HOURS : hoursOf(random),
      alwaysOpen: false,
    }
  }
}

/**
 * The tutors and tutor managers: the known ones, the other onboarded ones, then one tutor at each earlier step. `addReady` makes
 * one who has passed every step and waits to be activated; it is called last, so that the rest of the demo data does not change.
 */
export function tutorsOf(factory: PersonFactory): { tutors: Tutor[]; addReady: () => Tutor } {
  const random = seeded('tutors')
  const withProfile = profileGenerator()
  const specialties = [...everyday, ...schoolAndWork]
  const [conversation = MANAGING] = specialties
  const specialty = shuffledCycle(random, specialties)
  const newcomer = (role: Role, joinedDaysAgo: number) =>
    newPerson(random, factory, { role, ages: [29, 56], joinedDaysAgo })

  const known: Tutor[] = [
    { ...withProfile(knownPerson(accountOf(Role.TutorManager), factory, 700), MANAGING, 'onboarded'), notice: 60 },
    {
      ...withProfile(knownPerson(accountOf(Role.Tutor), factory, 420), conversation, 'onboarded'),
      notice: 15,
      hours: OPEN_ALL_DAY,
      alwaysOpen: true,
    },
  ]
  const managers = Array.from({ length: MANAGER_COUNT }, () =>
    withProfile(newcomer(Role.TutorManager, random.int(500, 680)), MANAGING, 'onboarded'),
  )
  const tutors = Array.from({ length: TUTOR_COUNT }, () =>
    withProfile(newcomer(Role.Tutor, random.int(80, 460)), specialty(), 'onboarded'),
  )
  const applicants = STAGES.map((stage) => {
    const tutor = withProfile(newcomer(Role.Tutor, random.int(12, 30)), specialty(), stage)
    const known = demoApplicants.find((one) => one.stage === stage)
    return known ? { ...tutor, email: known.email } : tutor
  })
  return {
    tutors: [...known, ...managers, ...tutors, ...applicants],
    addReady: () => withProfile(newcomer(Role.Tutor, random.int(24, 30)), specialty(), 'ready'),
  }
}
