import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { id, idParams, nothing } from './fields.ts'

export const listFavouriteTutors = defineCall({
  may: 'favouriteTutor.list',
  method: 'GET',
  path: '/favourite-tutor/list',
  summary: 'The student’s favourite tutors by their ids, the latest first',
  answer: z.object({ ids: z.array(id) }),
  errors: [],
})

export const addFavouriteTutor = defineCall({
  may: 'favouriteTutor.add',
  method: 'PUT',
  path: '/favourite-tutor/:id',
  summary: 'Make a tutor a favourite; one who is already stays so',
  params: idParams,
  answer: nothing,
  errors: ['tutor-not-found'],
})

export const removeFavouriteTutor = defineCall({
  may: 'favouriteTutor.remove',
  method: 'DELETE',
  path: '/favourite-tutor/:id',
  summary: 'Remove a tutor from the favourites; nothing happens for one who is none',
  params: idParams,
  answer: nothing,
  errors: [],
})
