import * as contract from '#contract/tutors'
import { bind, routes } from '../http/bind.ts'
import { info } from './info.ts'
import { list } from './list.ts'

export const tutorRoutes = routes(bind(contract.listOnboardedTutors, list), bind(contract.tutorInfo, info))
