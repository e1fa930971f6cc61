import { describe, expect, it } from 'vitest'
import { nextPhase, type Phase, type PhaseEvent } from './phase.ts'

const PRE: Phase = { is: 'pre' }
const phaseAfter = (...events: PhaseEvent[]): Phase => events.reduce(nextPhase, PRE)
const entered = [{ event: 'join' }, { event: 'entered' }] as const

describe('a session, from where one person is in it', () => {
  it('is joined, entered and left', () => {
    expect(phaseAfter({ event: 'join' })).toEqual({ is: 'connecting' })
    expect(phaseAfter(...entered)).toEqual({ is: 'in' })
    expect(phaseAfter(...entered, { event: 'leave' })).toEqual({ is: 'left' })
  })

  it('is entered again after the connection was lost, and remembers since when it was', () => {
    const lost = phaseAfter(...entered, { event: 'lost', now: 5 })
    expect(lost).toEqual({ is: 'reconnecting', since: 5 })
    expect(nextPhase(lost, { event: 'lost', now: 9 })).toEqual(lost)
    expect(nextPhase(lost, { event: 'entered' })).toEqual({ is: 'in' })
  })

  it('may be left or closed at any moment inside', () => {
    for (const inside of [
      phaseAfter({ event: 'join' }),
      phaseAfter(...entered),
      phaseAfter(...entered, { event: 'lost', now: 1 }),
    ]) {
      expect(nextPhase(inside, { event: 'leave' })).toEqual({ is: 'left' })
      expect(nextPhase(inside, { event: 'closed' })).toEqual({ is: 'ended' })
      expect(nextPhase(inside, { event: 'refused', why: 'unallowed' })).toEqual({ is: 'refused', why: 'unallowed' })
    }
  })

  it('is not entered by an answer that comes after leaving', () => {
    expect(phaseAfter({ event: 'join' }, { event: 'leave' }, { event: 'entered' })).toEqual({ is: 'left' })
    expect(phaseAfter({ event: 'join' }, { event: 'leave' }, { event: 'refused', why: 'unallowed' }).is).toBe('left')
  })

  it('can be refused or over before one goes in', () => {
    expect(phaseAfter({ event: 'refused', why: 'elsewhere' })).toEqual({ is: 'refused', why: 'elsewhere' })
    expect(phaseAfter({ event: 'closed' })).toEqual({ is: 'ended' })
  })

  it('is tried again after a refusal, and entered again after it was left', () => {
    expect(phaseAfter({ event: 'join' }, { event: 'refused', why: 'unreachable' }, { event: 'join' }).is).toBe(
      'connecting',
    )
    expect(phaseAfter(...entered, { event: 'leave' }, { event: 'restart' })).toEqual(PRE)
    expect(phaseAfter(...entered, { event: 'restart' })).toEqual({ is: 'in' })
  })
})
