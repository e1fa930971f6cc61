import * as contract from '#contract/ratings'
import { bind, routes } from '../http/bind.ts'
import * as change from './change.ts'
import { create, recallCreated } from './create.ts'
import { listOfTutor } from './list-of-tutor.ts'
import * as read from './read.ts'

export const ratingRoutes = routes(
  bind(contract.createRating, create, recallCreated),
  bind(contract.listRatingsByRater, read.listByRater),
  bind(contract.listRatingsOfRatee, read.listOfRatee),
  bind(contract.listRatingsOfTutor, listOfTutor),
  bind(contract.getRating, read.read),
  bind(contract.editRating, change.edit),
  bind(contract.deleteRating, change.remove),
)
