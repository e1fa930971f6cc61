import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/favourite-tutors.ts'
import { id, idParams, nothing } from './fields.ts'

export const listFavouriteTutors = defineCall(calls.listFavouriteTutors, {
  may: 'favouriteTutor.list',
  viewable: true,
  summary: 'The student’s favourite tutors by their ids, the latest first',
  answer: z.object({ ids: z.array(id) }),
  errors: [],
})

export const addFavouriteTutor = defineCall(calls.addFavouriteTutor, {
  may: 'favouriteTutor.add',
  summary: 'Make a tutor a favourite; one who is already stays so',
  params: idParams,
  answer: nothing,
  errors: ['tutor-not-found'],
})

export const removeFavouriteTutor = defineCall(calls.removeFavouriteTutor, {
  may: 'favouriteTutor.remove',
  summary: 'Remove a tutor from the favourites; nothing happens for one who is none',
  params: idParams,
  answer: nothing,
  errors: [],
})
