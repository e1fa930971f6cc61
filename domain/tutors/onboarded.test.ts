import { describe, expect, it } from 'vitest'
import { Role, roles } from '../roles.ts'
import { isIntroduced, isOnboarded, isProfileComplete, missingForListing, type TutorProfile } from './onboarded.ts'

const omar: TutorProfile = {
  role: Role.Tutor,
  activated: true,
  verifiedEmail: true,
  verifiedPhone: true,
  name: 'عمر حسن',
  phone: '01012345678',
  city: 1,
  gender: 'male',
  birthYear: 1990,
  bio: 'مدرس محادثة',
  about: 'بدرّس من عشر سنين',
  image: 'image',
  video: 'video',
  thumbnail: 'thumbnail',
}
const mona: TutorProfile = { ...omar, role: Role.TutorManager, video: null, thumbnail: null }

const own = ['name', 'phone', 'city', 'gender', 'birthYear', 'bio', 'about', 'verifiedPhone', 'verifiedEmail'] as const
const listed = [...own, 'activated', 'image'] as const
const media = ['video', 'thumbnail'] as const

const without = (tutor: TutorProfile, field: keyof TutorProfile): TutorProfile => ({
  ...tutor,
  [field]: typeof tutor[field] === 'boolean' ? false : null,
})

describe('an onboarded tutor', () => {
  it('has every required field', () => {
    expect(isOnboarded(omar)).toBe(true)
    expect(missingForListing(omar)).toEqual([])
  })

  it.each([...listed, ...media])('has %s', (field) => {
    expect(isOnboarded(without(omar, field))).toBe(false)
    expect(missingForListing(without(omar, field))).toEqual([field])
  })

  it('has no empty text', () => {
    expect(isOnboarded({ ...omar, name: '' })).toBe(false)
  })
})

describe('an onboarded manager', () => {
  it('needs neither video nor thumbnail', () => {
    expect(isOnboarded(mona)).toBe(true)
  })

  it.each(listed)('has %s', (field) => {
    expect(isOnboarded(without(mona, field))).toBe(false)
  })
})

it('nobody else is onboarded', () => {
  expect(roles.filter((role) => isOnboarded({ ...omar, role }))).toEqual([Role.Tutor, Role.TutorManager])
})

describe('a tutor who is shown to write to', () => {
  const introduced = ['name', 'about', 'bio', 'image', 'phone', 'city', 'verifiedEmail'] as const
  const more = ['verifiedPhone', 'activated', 'birthYear', ...media] as const

  it.each([...introduced, ...more])('has %s', (field) => {
    expect(isIntroduced(without(omar, field))).toBe(false)
  })

  it.each(introduced)('has %s as a manager too', (field) => {
    expect(isIntroduced(without(mona, field))).toBe(false)
  })

  it('needs no gender, and as a manager no more than an introduction', () => {
    expect(isIntroduced(without(omar, 'gender'))).toBe(true)
    expect(isIntroduced(['gender' as const, ...more].reduce<TutorProfile>(without, mona))).toBe(true)
    expect(roles.filter((role) => isIntroduced({ ...omar, role }))).toEqual([Role.Tutor, Role.TutorManager])
  })
})

describe('a complete profile', () => {
  it('is what the tutor fills in alone', () => {
    const bare = [...media, 'image' as const, 'activated' as const].reduce<TutorProfile>(without, omar)
    expect(isProfileComplete(bare)).toBe(true)
  })

  it.each(own)('has %s', (field) => {
    expect(isProfileComplete(without(omar, field))).toBe(false)
  })
})
