/** Guards of minutes for bringing a friend (docs/rules/minutes.md 12.7): another request comes between decision and write. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { again, bindings, rows, run, setNow } from '#tests/people'
import { moveReferrals } from '../../worker/jobs/move-referrals.ts'
import { payRewards } from '../../worker/referrals/store.ts'
import type { Gateways } from './gateways.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import { race } from './race.ts'
import {
  brought,
  decide,
  forgetOthers,
  GIVEN,
  NOW,
  paidLesson,
  referralOf,
  remainingOf,
  reviewed,
  runJob,
  SETTLED,
  undo,
} from './referral-fixtures.ts'

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})
beforeEach(forgetOthers)

const db = openDb(bindings.DB)
const move = () => moveReferrals(bindings, db, Date.now())

describe('the job', () => {
  it('that another run has come before: it is given once', async () => {
    const { friend } = await brought()
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    setNow(GIVEN)
    await race({
      write: 'jobs/move-referrals:moveOn',
      refusedBy: 'illegal',
      slow: move,
      fast: move,
      statement: /^update "referrals"/i,
    })
    const { state, rewards } = await referralOf(friend)
    expect(state).toBe('given')
    expect(rewards).toHaveLength(2)
    expect(await rows('SELECT id FROM referral_rewards WHERE user_id = ?', friend.id)).toHaveLength(1)
  })

  it('that finds the plan ended, or the minutes given meanwhile: none come', async () => {
    const { bringer, friend } = await brought()
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    await runJob(GIVEN)
    await buyPlan(gateways, await again(bringer), await newPlan())
    const pay = () => payRewards(db, Date.now())
    const statement = /^insert into "minute_entries".*values/i
    await race({
      write: 'referrals/store:payReward',
      refusedBy: 'subscription-required',
      statement,
      slow: pay,
      fast: () =>
        run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ? AND period <> 3', Date.now(), bringer.id),
    })
    await buyPlan(gateways, await again(bringer), await newPlan())
    await race({
      write: 'referrals/store:payReward',
      refusedBy: 'subscription-required',
      statement,
      slow: pay,
      fast: pay,
    })
    expect(await remainingOf(bringer)).toBe(90)
  })
})

describe('a decision of staff', () => {
  it('that another has come before, to grant it or to refuse it', async () => {
    const { bringer, referral } = await reviewed(gateways)
    const refused = await race({
      write: 'referrals/decide:decide',
      refusedBy: 'illegal',
      slow: () => decide(referral.id, true),
      fast: () => decide(referral.id, false),
    })
    expect(refused).toBe('illegal')
    expect(await remainingOf(bringer)).toBe(60)
  })

  it('that is taken back twice: once', async () => {
    const { bringer, referral } = await reviewed(gateways)
    expect(await decide(referral.id, true)).toBe('ok')
    const refused = await race({
      write: 'referrals/decide:undo',
      refusedBy: 'illegal',
      slow: () => undo(referral.id),
      fast: () => undo(referral.id),
    })
    expect(refused).toBe('illegal')
    expect(await remainingOf(bringer)).toBe(60)
  })
})
