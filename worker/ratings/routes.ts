import * as contract from '#contract/ratings'
import { bind, routes } from '../http/bind.ts'
import { listOfTutor } from './list-of-tutor.ts'

export const ratingRoutes = routes(bind(contract.listRatingsOfTutor, listOfTutor))
