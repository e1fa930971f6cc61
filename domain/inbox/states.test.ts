import { describe, expect, it } from 'vitest'
import { answerInboxRecord, changeInboxRecord, type InboxRecord, InboxState } from './states.ts'

const { New, InProgress, Answered, Closed } = InboxState
const MONA = 1
const ADEL = 2

const record = (more: Partial<InboxRecord> = {}): InboxRecord => ({
  state: New,
  ownerId: null,
  hasAnswer: false,
  ...more,
})
const refusal = (act: () => unknown): string => {
  try {
    act()
    return 'ok'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const reachable = (from: InboxRecord) =>
  Object.values(InboxState).filter(
    (state) => state !== from.state && refusal(() => changeInboxRecord(from, { state })) === 'ok',
  )

describe('the state of a record', () => {
  it('can be set by hand from every state; answered only where there is an answer', () => {
    expect(reachable(record())).toEqual([InProgress, Closed])
    expect(reachable(record({ state: InProgress }))).toEqual([New, Closed])
    expect(reachable(record({ state: Closed }))).toEqual([New, InProgress])
    expect(reachable(record({ state: InProgress, hasAnswer: true }))).toEqual([New, Answered, Closed])
    expect(reachable(record({ state: Answered, hasAnswer: true }))).toEqual([InProgress, Closed])
    expect(reachable(record({ state: Closed, hasAnswer: true }))).toEqual([New, InProgress, Answered])
  })

  it('is answered after an answer, which a closed record does not take', () => {
    for (const state of [New, InProgress, Answered])
      expect(answerInboxRecord(record({ state }), MONA)).toEqual({ state: Answered, ownerId: MONA })
    expect(answerInboxRecord(record({ ownerId: ADEL }), MONA).ownerId).toBe(ADEL)
    expect(refusal(() => answerInboxRecord(record({ state: Closed }), MONA))).toBe('illegal')
  })
})

describe('the owner of a record', () => {
  it('starts the work by taking a new one, and ends it by giving it back', () => {
    expect(changeInboxRecord(record(), { ownerId: MONA })).toEqual({ state: InProgress, ownerId: MONA })
    const taken = record({ state: InProgress, ownerId: MONA })
    expect(changeInboxRecord(taken, { ownerId: null, previousOwnerId: MONA })).toEqual({ state: New, ownerId: null })
    const answered = record({ state: Answered, ownerId: MONA, hasAnswer: true })
    expect(changeInboxRecord(answered, { ownerId: null, previousOwnerId: MONA }).state).toBe(Answered)
    expect(changeInboxRecord(answered, { ownerId: ADEL, previousOwnerId: MONA }).state).toBe(Answered)
  })

  it('is replaced only by a change that names the current one', () => {
    const taken = record({ state: InProgress, ownerId: MONA })
    expect(refusal(() => changeInboxRecord(taken, { ownerId: ADEL }))).toBe('taken-by-another')
    expect(refusal(() => changeInboxRecord(record(), { ownerId: ADEL, previousOwnerId: MONA }))).toBe(
      'taken-by-another',
    )
    expect(changeInboxRecord(taken, { ownerId: ADEL, previousOwnerId: MONA }).ownerId).toBe(ADEL)
    expect(changeInboxRecord(taken, { ownerId: MONA })).toEqual({ state: InProgress, ownerId: MONA })
  })

  it('and the state stay where a change contains nothing new', () => {
    for (const one of Object.values(InboxState))
      for (const ownerId of [null, MONA])
        for (const change of [{}, { ownerId }, { state: one }, { state: one, ownerId }])
          expect(changeInboxRecord(record({ state: one, ownerId }), change)).toEqual({ state: one, ownerId })
  })

  it('stays while only the state changes', () => {
    const taken = record({ state: InProgress, ownerId: MONA })
    expect(changeInboxRecord(taken, { state: Closed })).toEqual({ state: Closed, ownerId: MONA })
  })
})

it('a state that cannot follow is refused with a reason', () => {
  const record: InboxRecord = { state: InboxState.New, ownerId: 1, hasAnswer: false }
  expect(() => changeInboxRecord(record, { state: InboxState.Answered })).toThrow(
    expect.objectContaining({ code: 'illegal', message: expect.stringContaining('cannot follow the present one') }),
  )
})
