import * as referrals from '#contract/referrals'
import { bind, routes } from '../http/bind.ts'
import { decide, undo } from './decide.ts'
import { list } from './list.ts'
import { enter, invitation, mine, open } from './mine.ts'

export const referralRoutes = routes(
  bind(referrals.readInvitation, invitation),
  bind(referrals.openReferralCode, open),
  bind(referrals.ownReferrals, mine),
  bind(referrals.enterReferral, enter),
  bind(referrals.listReferrals, list),
  bind(referrals.decideReferral, decide),
  bind(referrals.undoReferral, undo),
)
