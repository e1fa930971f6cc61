import type { Instant } from '#domain/cairo'
import type { Role } from '#domain/roles'
import { type Gender, Governorate } from '#domain/users/profile'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { nameDealer, type PersonName } from './names.ts'
import { type Drawing, drawingOf, type Sitter } from './portraits.ts'
import { type Random, seeded } from './random.ts'

export type Person = {
  id: number
  role: Role
  email: string
  name: string
  gender: Gender
  birthYear: number
  city: Governorate
  phone: string
  /** E-mail and phone. */
  verified: boolean
  /** Wants to hear of lessons by WhatsApp. */
  notified: boolean
  joinedAt: Instant
  /** The storage key of the portrait, or null where there is none yet. */
  image: string | null
  drawing: Drawing
}

/** What everybody is made with. */
export type Making = { now: Instant; year: number; nextName: () => PersonName; nextId: () => number }

export const DAY = 24 * 60 * 60 * 1000

/** Where Egyptians live, roughly by their number. */
const HOMES: readonly Governorate[] = [
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

export function making(now: Instant, year: number): Making {
  let last = demoAccounts.length
  const nextId = () => {
    last += 1
    return last
  }
  return { now, year, nextName: nameDealer(seeded('names')), nextId }
}

const imageKey = (random: Random) => `users/images/${random.uuid()}`

const sitterOf = (gender: Gender, age: number, scarf: boolean): Sitter => ({ gender, age, scarf })

/** One of the known accounts, as a person like the others. */
export function knownPerson(account: DemoAccount, { now, year }: Making, joinedDaysAgo: number): Person {
  const random = seeded(account.email)
  const { label: _, scarf, ...known } = account
  return {
    ...known,
    verified: true,
    notified: true,
    joinedAt: now - joinedDaysAgo * DAY,
    image: imageKey(random),
    drawing: drawingOf(random, sitterOf(account.gender, year - account.birthYear, scarf)),
  }
}

/** Somebody new, of a role and of an age between the two given. */
export function newPerson(
  random: Random,
  { now, year, nextName, nextId }: Making,
  made: { role: Role; ages: readonly [number, number]; joinedDaysAgo: number },
): Person {
  const { name, latin, gender, coptic } = nextName()
  const age = random.int(...made.ages)
  const scarf = gender === 'female' && !coptic && random.chance(0.72)
  return {
    id: nextId(),
    role: made.role,
    email: `${latin}@hessa.test`,
    name,
    gender,
    birthYear: year - age,
    city: random.pick(HOMES),
    phone: `01${random.pick(['0', '0', '1', '2', '5'])}${random.int(20_000_000, 99_999_999)}`,
    verified: true,
    notified: random.chance(0.7),
    joinedAt: now - made.joinedDaysAgo * DAY - random.int(0, 600) * 60_000,
    image: imageKey(random),
    drawing: drawingOf(random, sitterOf(gender, age, scarf)),
  }
}
