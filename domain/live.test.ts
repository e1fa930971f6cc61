import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  freshPace,
  GONE_MS,
  judgeFrame,
  mayWatch,
  nextLook,
  PACE_OF_FRAMES,
  pulseOf,
  SILENT_MS,
  type Verdict,
} from './live.ts'
import { Role } from './roles.ts'

it('the staff’s rooms are for admins', () => {
  expect([mayWatch('TutorsCache', Role.Student), mayWatch('ServerStats', Role.SuperAdmin)]).toEqual([true, true])
  for (const role of [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio])
    expect(mayWatch('AdminInvoices', role)).toBe(false)
})

describe('a line', () => {
  it('is asked after 20 seconds of silence and given up after 28', () => {
    expect(pulseOf(0, SILENT_MS - 1)).toBe('alive')
    expect(pulseOf(0, SILENT_MS)).toBe('silent')
    expect(pulseOf(0, GONE_MS - 1)).toBe('silent')
    expect(pulseOf(0, GONE_MS)).toBe('gone')
    expect(GONE_MS).toBeLessThan(30_000)
  })

  it('is looked at when its silence would become one, and nobody is looked at for nothing', () => {
    expect(nextLook([], 5)).toBeNull()
    expect(nextLook([1000, 3000], 4000)).toBe(1000 + SILENT_MS)
    expect(nextLook([0, 15_000], SILENT_MS)).toBe(GONE_MS)
    expect(nextLook([0], GONE_MS + 7)).toBe(GONE_MS + 7)
  })
})

describe('what a socket sends', () => {
  const { burst, perSecond, pauseMs, refusals } = PACE_OF_FRAMES
  const send = (count: number, from = freshPace(0), at = 0) => {
    let pace = from
    const verdicts: Verdict[] = []
    for (let frame = 0; frame < count; frame++) {
      const judged = judgeFrame(pace, 1, at)
      pace = judged.pace
      verdicts.push(judged.verdict)
    }
    return { pace, verdicts }
  }

  it('is taken up to the burst, refused beyond it, and the socket closed beyond that', () => {
    const { verdicts } = send(burst + refusals + 1)
    expect(verdicts.slice(0, burst)).toEqual(Array(burst).fill('take'))
    expect(verdicts.slice(burst, -1)).toEqual(Array(refusals).fill('refuse'))
    expect(verdicts.at(-1)).toBe('close')
  })

  it('is refused until the pause has passed', () => {
    const { pace } = send(burst + 1)
    expect(judgeFrame(pace, 1, pauseMs - 1).verdict).toBe('refuse')
    expect(judgeFrame(pace, 1, pauseMs).verdict).toBe('take')
  })

  it('is never refused at the measure of a second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1000 / perSecond, max: 10_000 }), { maxLength: 300 }), (gaps) => {
        let [pace, at] = [send(burst).pace, 0]
        for (const gap of gaps) {
          at += gap
          const judged = judgeFrame(pace, 1, at)
          expect(judged.verdict).toBe('take')
          pace = judged.pace
        }
      }),
    )
  })

  it('is not forgiven by the short quiet of the pause alone', () => {
    let [pace, at, verdict] = [freshPace(0), 0, 'take' as Verdict]
    for (let round = 0; round < 20 && verdict !== 'close'; round++) {
      for (let frame = 0; frame < 150; frame++) ({ verdict, pace } = judgeFrame(pace, 1, at))
      at += pauseMs
    }
    expect(verdict).toBe('close')
  })
})
