import type { Instant } from '#domain/cairo'
import { isTutorSide, type Role } from '#domain/roles'
import type { Gender } from '#domain/users/gender'
import { Governorate } from '#domain/users/profile'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { nameGenerator, type PersonName } from './names.ts'
import { type Drawing, drawingOf, type PortraitSubject } from './portraits.ts'
import { type Random, seeded } from './random.ts'

export type Person = {
  id: number
  role: Role
  email: string
  name: string
  /** In Latin letters; only tutors may have one. */
  englishName: string | null
  gender: Gender
  birthYear: number
  city: Governorate
  phone: string
  /** Whether e-mail and phone are verified. */
  verified: boolean
  /** Whether notifications are sent by WhatsApp. */
  notified: boolean
  joinedAt: Instant
  /** The storage key of the portrait; null for people without one. */
  image: string | null
  drawing: Drawing
}

/** The shared state of creating people: unused names and ids. */
export type PersonFactory = { now: Instant; year: number; nextName: () => PersonName; nextId: () => number }

export const DAY = 24 * 60 * 60 * 1000

/** Governorates, repeated roughly by their population. */
const GOVERNORATES: readonly Governorate[] = [
  ...Array<Governorate>(9).fill(Governorate.Cairo),
  ...Array<Governorate>(6).fill(Governorate.Giza),
  ...Array<Governorate>(5).fill(Governorate.Alexandria),
  Governorate.Dakahlia,
  Governorate.Dakahlia,
  Governorate.Sharkia,
  Governorate.Sharkia,
  Governorate.Gharbia,
  Governorate.Gharbia,
  Governorate.Qalyubia,
  Governorate.Beheira,
  Governorate.Monufia,
  Governorate.Minya,
  Governorate.Asyut,
  Governorate.Sohag,
  Governorate.PortSaid,
  Governorate.Suez,
  Governorate.Ismailia,
  Governorate.Damietta,
  Governorate.Fayoum,
  Governorate.Aswan,
  Governorate.Luxor,
  Governorate.RedSea,
]

export function personFactory(now: Instant, year: number): PersonFactory {
  let last = demoAccounts.length
  const nextId = () => {
    last += 1
    return last
  }
  return { now, year, nextName: nameGenerator(seeded('names')), nextId }
}

const imageKey = (random: Random) => `users/images/${random.uuid()}`

const portraitSubject = (gender: Gender, age: number, scarf: boolean): PortraitSubject => ({ gender, age, scarf })

/** Creates the person of a known account. */
export function knownPerson(account: DemoAccount, { now, year }: PersonFactory, joinedDaysAgo: number): Person {
  const random = seeded(account.email)
  const { label: _, scarf, englishName = null, ...known } = account
  return {
    ...known,
    englishName,
    verified: true,
    notified: true,
    joinedAt: now - joinedDaysAgo * DAY,
    image: imageKey(random),
    drawing: drawingOf(random, portraitSubject(account.gender, year - account.birthYear, scarf)),
  }
}

/** `omar.elshennawy` → `Omar El-Shennawy` */
const capitalised = (latin: string): string =>
  latin
    .split('.')
    .map((part) => part.replace(/^el(?=...)/, 'el-').replace(/\b\w/g, (letter) => letter.toUpperCase()))
    .join(' ')

/** Creates a person with random traits; `ages` are the least and the greatest. */
export function newPerson(
  random: Random,
  { now, year, nextName, nextId }: PersonFactory,
  traits: { role: Role; ages: readonly [number, number]; joinedDaysAgo: number },
): Person {
  const { name, latin, gender, coptic } = nextName()
  const age = random.int(...traits.ages)
  const scarf = gender === 'female' && !coptic && random.chance(0.72)
  return {
    id: nextId(),
    role: traits.role,
    email: `${latin}@hessa.test`,
    name,
    englishName: isTutorSide(traits.role) ? capitalised(latin) : null,
    gender,
    birthYear: year - age,
    city: random.pick(GOVERNORATES),
    phone: `01${random.pick(['0', '0', '1', '2', '5'])}${random.int(20_000_000, 99_999_999)}`,
    verified: true,
    notified: random.chance(0.7),
    joinedAt: now - traits.joinedDaysAgo * DAY - random.int(0, 600) * 60_000,
    image: imageKey(random),
    drawing: drawingOf(random, portraitSubject(gender, age, scarf)),
  }
}
