import * as contract from '#contract/intro-videos'
import { bind, routes } from '../http/bind.ts'
import { change } from './change.ts'
import { create } from './create.ts'
import { list } from './list.ts'

export const introVideoRoutes = routes(
  bind(contract.createIntroVideo, create),
  bind(contract.listIntroVideos, list),
  bind(contract.updateIntroVideo, change),
)
