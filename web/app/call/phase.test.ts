import { describe, expect, it } from 'vitest'
import { nextPhase, type Phase, type PhaseEvent } from './phase.ts'

const PRE: Phase = { type: 'pre' }
const phaseAfter = (...events: PhaseEvent[]): Phase => events.reduce(nextPhase, PRE)
const entered = [{ event: 'join' }, { event: 'entered' }] as const

describe('a session, from where one person is in it', () => {
  it('is joined, entered and left', () => {
    expect(phaseAfter({ event: 'join' })).toEqual({ type: 'connecting' })
    expect(phaseAfter(...entered)).toEqual({ type: 'in' })
    expect(phaseAfter(...entered, { event: 'leave' })).toEqual({ type: 'left' })
  })

  it('is entered again after the connection was lost, and remembers since when it was', () => {
    const lost = phaseAfter(...entered, { event: 'lost', now: 5 })
    expect(lost).toEqual({ type: 'reconnecting', since: 5 })
    expect(nextPhase(lost, { event: 'lost', now: 9 })).toEqual(lost)
    expect(nextPhase(lost, { event: 'entered' })).toEqual({ type: 'in' })
  })

  it('may be left or closed at any moment inside', () => {
    for (const inside of [
      phaseAfter({ event: 'join' }),
      phaseAfter(...entered),
      phaseAfter(...entered, { event: 'lost', now: 1 }),
    ]) {
      expect(nextPhase(inside, { event: 'leave' })).toEqual({ type: 'left' })
      expect(nextPhase(inside, { event: 'closed' })).toEqual({ type: 'ended' })
      expect(nextPhase(inside, { event: 'refused', why: 'unallowed' })).toEqual({ type: 'refused', why: 'unallowed' })
    }
  })

  it('is not entered by an answer that comes after leaving', () => {
    expect(phaseAfter({ event: 'join' }, { event: 'leave' }, { event: 'entered' })).toEqual({ type: 'left' })
    expect(phaseAfter({ event: 'join' }, { event: 'leave' }, { event: 'refused', why: 'unallowed' }).type).toBe('left')
  })

  it('can be refused or over before it is entered', () => {
    expect(phaseAfter({ event: 'refused', why: 'elsewhere' })).toEqual({ type: 'refused', why: 'elsewhere' })
    expect(phaseAfter({ event: 'closed' })).toEqual({ type: 'ended' })
  })

  it('is tried again after a refusal, and entered again after it was left', () => {
    expect(phaseAfter({ event: 'join' }, { event: 'refused', why: 'unreachable' }, { event: 'join' }).type).toBe(
      'connecting',
    )
    expect(phaseAfter(...entered, { event: 'leave' }, { event: 'restart' })).toEqual(PRE)
    expect(phaseAfter(...entered, { event: 'restart' })).toEqual({ type: 'in' })
  })
})
