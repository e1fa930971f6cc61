import { Role } from '#domain/roles'
import { aboutDealer } from './abouts.ts'
import { accountOf } from './accounts.ts'
import { gendered } from './gendered.ts'
import { type Hours, hoursOf, MANAGERS_HOURS, OPEN_ALL_DAY } from './hours.ts'
import { knownPerson, type Making, newPerson, type Person } from './people.ts'
import { dealer, type Random, seeded } from './random.ts'
import { MANAGING, SPECIALTIES, type Specialty } from './specialties.ts'
import type { TopicKey } from './topics.ts'

/** How far somebody has come on the way to teaching; all but the last are shown to staff only. */
export type Stage =
  | 'profile'
  | 'video-pending'
  | 'video-rejected'
  | 'interview-booked'
  | 'interview-rejected'
  | 'demo-booked'
  | 'photos-due'
  | 'onboarded'

export type Tutor = Person & {
  stage: Stage
  bio: string
  about: string
  video: string | null
  thumbnail: string | null
  /** Minutes. */
  notice: number
  topics: readonly [TopicKey, ...TopicKey[]]
  hours: Hours
  /** Never takes a day off. */
  alwaysOpen: boolean
}

const TUTORS = 64
const MANAGERS = 3
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

/** Writes the profile of one tutor after the other, so that texts are dealt evenly. */
function profileWriter() {
  const random = seeded('profiles')
  const about = aboutDealer(random)
  const bios = new Map<Specialty, () => string>()
  return (person: Person, specialty: Specialty, stage: Stage): Tutor => {
    const bio = bios.get(specialty) ?? dealer(random, specialty.bios)
    bios.set(specialty, bio)
    const own = about(specialty, person.gender)
    const filmed = stage === 'onboarded'
    return {
      ...person,
      city: own.city ?? person.city,
      image: filmed ? person.image : null,
      stage,
      bio: gendered(bio(), person.gender),
      about: own.about,
      video: filmed ? `tutors/videos/${random.uuid()}` : null,
      thumbnail: filmed ? `tutors/thumbnails/${random.uuid()}` : null,
      notice: random.pick(NOTICES),
      topics: topicsOf(random, specialty),
      hours: person.role === Role.TutorManager ? MANAGERS_HOURS : hoursOf(random),
      alwaysOpen: false,
    }
  }
}

/** The tutors and tutor managers: the known ones first, then the others, then those who are still on the way. */
export function tutorsOf(making: Making): Tutor[] {
  const random = seeded('tutors')
  const write = profileWriter()
  const [conversation = MANAGING] = SPECIALTIES
  const specialty = dealer(random, SPECIALTIES)
  const newcomer = (role: Role, joinedDaysAgo: number) =>
    newPerson(random, making, { role, ages: [29, 56], joinedDaysAgo })

  const known: Tutor[] = [
    { ...write(knownPerson(accountOf(Role.TutorManager), making, 700), MANAGING, 'onboarded'), notice: 60 },
    {
      ...write(knownPerson(accountOf(Role.Tutor), making, 420), conversation, 'onboarded'),
      notice: 15,
      hours: OPEN_ALL_DAY,
      alwaysOpen: true,
    },
  ]
  const managers = Array.from({ length: MANAGERS }, () =>
    write(newcomer(Role.TutorManager, random.int(500, 680)), MANAGING, 'onboarded'),
  )
  const tutors = Array.from({ length: TUTORS }, () =>
    write(newcomer(Role.Tutor, random.int(80, 460)), specialty(), 'onboarded'),
  )
  const onTheWay = STAGES.map((stage) => write(newcomer(Role.Tutor, random.int(12, 30)), specialty(), stage))
  return [...known, ...managers, ...tutors, ...onTheWay]
}
