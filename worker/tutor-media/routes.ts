import * as contract from '#contract/tutor-media'
import { bind, routes } from '../http/bind.ts'
import { list } from './list.ts'
import { show } from './show.ts'

export const tutorMediaRoutes = routes(bind(contract.listTutorMedia, list), bind(contract.showTutorMedia, show))
