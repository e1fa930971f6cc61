import * as waiting from '#contract/waiting'
import { bind, routes } from '../http/bind.ts'
import { decline, join, leave, list, remove } from './waiting.ts'

export const waitingRoutes = routes(
  bind(waiting.listWaits, list),
  bind(waiting.waitForTutor, join),
  bind(waiting.stopWaiting, leave),
  bind(waiting.declineOffer, decline),
  bind(waiting.removeWaiting, remove),
)
