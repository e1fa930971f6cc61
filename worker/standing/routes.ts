import * as standing from '#contract/standing-times'
import { bind, routes } from '../http/bind.ts'
import { answer } from './answer.ts'
import { ask } from './ask.ts'
import { end } from './end.ts'
import { list } from './list.ts'

export const standingRoutes = routes(
  bind(standing.listStandingTimes, list),
  bind(standing.askForStandingTime, ask),
  bind(standing.answerStandingTime, answer),
  bind(standing.endStandingTime, end),
)
