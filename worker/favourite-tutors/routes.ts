import * as contract from '#contract/favourite-tutors'
import { bind, routes } from '../http/bind.ts'
import { add, list, remove } from './of-student.ts'

export const favouriteTutorRoutes = routes(
  bind(contract.listFavouriteTutors, list),
  bind(contract.addFavouriteTutor, add),
  bind(contract.removeFavouriteTutor, remove),
)
