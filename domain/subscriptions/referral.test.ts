import { describe, expect, it } from 'vitest'
import { instantAtMinute } from '#domain/cairo'
import {
  ENTERING_TIME,
  mayEnter,
  nextReferralState,
  REFERRAL_DELAY,
  REFERRAL_PATIENCE,
  type ReferralFacts,
  referralMachine,
  referralStates,
  rewardYear,
  shownReferralState,
  whyNotReferred,
} from './referral.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')

describe('entering a code', () => {
  const friend = { id: 20, registeredAt: NOW, isReferred: false }

  it('is possible until seven days after registering, once', () => {
    expect(mayEnter(friend, NOW + ENTERING_TIME)).toBe(true)
    expect(mayEnter(friend, NOW + ENTERING_TIME + 1)).toBe(false)
    expect(mayEnter({ ...friend, isReferred: true }, NOW)).toBe(false)
    expect(whyNotReferred({ friend, bringerId: 19 }, NOW)).toBeNull()
    expect(whyNotReferred({ friend, bringerId: 19 }, NOW + ENTERING_TIME + 1)).toBe('illegal')
    expect(whyNotReferred({ friend: { ...friend, isReferred: true }, bringerId: 19 }, NOW)).toBe('illegal')
  })

  it('names an older account: nobody brings themselves, and nobody back', () => {
    expect(whyNotReferred({ friend, bringerId: 20 }, NOW)).toBe('illegal')
    expect(whyNotReferred({ friend, bringerId: 21 }, NOW)).toBe('illegal')
  })
})

describe('a referral whose lesson has counted', () => {
  const held: ReferralFacts = { state: 'held', signals: [], dueAt: NOW, counts: true, areProven: true }
  const open: ReferralFacts = { ...held, state: 'open', dueAt: null }

  it('waits 24 hours, and is given then', () => {
    expect(nextReferralState(open, NOW)).toBe('held')
    expect(nextReferralState({ ...held, dueAt: NOW + REFERRAL_DELAY }, NOW + REFERRAL_DELAY - 1)).toBeNull()
    expect(nextReferralState({ ...held, dueAt: NOW + REFERRAL_DELAY }, NOW + REFERRAL_DELAY)).toBe('given')
  })

  it('waits for staff where something coincides, whenever it is found', () => {
    expect(nextReferralState({ ...open, signals: ['card'] }, NOW)).toBe('review')
    expect(nextReferralState({ ...held, signals: ['network'] }, NOW)).toBe('review')
    expect(nextReferralState({ ...held, dueAt: NOW + 1, signals: ['network'] }, NOW)).toBe('review')
  })

  it('waits for a proof of both, for 90 days', () => {
    expect(nextReferralState({ ...held, areProven: false }, NOW)).toBeNull()
    expect(nextReferralState({ ...held, areProven: false }, NOW + REFERRAL_PATIENCE - 1)).toBeNull()
    expect(nextReferralState({ ...held, areProven: false }, NOW + REFERRAL_PATIENCE)).toBe('lapsed')
    expect(nextReferralState(held, NOW + REFERRAL_PATIENCE)).toBe('given')
  })

  it('counts no more once the plan was given back or staff decided otherwise, whatever coincides', () => {
    expect(nextReferralState({ ...held, counts: false, signals: ['card'] }, NOW)).toBe('open')
    expect(nextReferralState({ ...open, counts: false }, NOW)).toBeNull()
  })
})

describe('the states of a referral', () => {
  it('end where minutes were refused, lapsed or were taken back, and are given by staff or when nothing coincides', () => {
    const from = (state: string) => referralMachine.filter((row) => row.from.some((one) => one === state))
    for (const state of ['refused', 'lapsed', 'undone']) expect(from(state)).toEqual([])
    expect(from('review').every(({ who }) => who.join() === 'staff')).toBe(true)
    expect(from('given').map(({ to }) => to)).toEqual(['undone'])
  })

  it('do not show students that staff decide', () => {
    expect(referralStates.map(shownReferralState)).toEqual([
      ...['registered', 'counted', 'counted', 'given'],
      ...['ended', 'ended', 'ended'],
    ])
  })
})

describe('the year of a reward', () => {
  it('begins at midnight in Cairo', () => {
    const newYear = instantAtMinute('2027-01-01', 0)
    expect(rewardYear(newYear - 1)).toBe(2026)
    expect(rewardYear(newYear)).toBe(2027)
  })
})
