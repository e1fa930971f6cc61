import * as privacy from '#contract/privacy'
import { bind, routes } from '../http/bind.ts'
import { askForIt, readErasure, takeItBack } from './erasure.ts'
import { ask, read, reveal } from './export.ts'

export const privacyRoutes = routes(
  bind(privacy.getDataExport, read),
  bind(privacy.askForDataExport, ask),
  bind(privacy.revealDataExport, reveal),
  bind(privacy.getErasure, readErasure),
  bind(privacy.askForErasure, askForIt),
  bind(privacy.takeBackErasure, takeItBack),
)
