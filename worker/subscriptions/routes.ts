import * as students from '#contract/students'
import * as contract from '#contract/subscriptions'
import { bind, routes } from '../http/bind.ts'
import { cancel, refund } from './cancel.ts'
import { chooseNext } from './choose-next.ts'
import { give, recallGiven, takeAway } from './give-minutes.ts'
import { list } from './list.ts'
import { mine } from './mine.ts'
import { endEarly, listed, pause, recallPaused } from './pause.ts'
import { read } from './read.ts'
import { statement } from './statement.ts'

export const subscriptionRoutes = routes(
  bind(contract.subscriptionOfUser, mine),
  bind(contract.listSubscriptions, list),
  bind(contract.cancelSubscription, cancel),
  bind(contract.chooseNextPlan, chooseNext),
  bind(contract.subscriptionRefund, refund),
  bind(contract.getSubscription, read),
  bind(students.listMinutes, statement),
  bind(students.giveMinutes, give, recallGiven),
  bind(students.takeMinutesBack, takeAway),
  bind(students.listPauses, listed),
  bind(students.pausePlan, pause, recallPaused),
  bind(students.endPause, endEarly),
)
