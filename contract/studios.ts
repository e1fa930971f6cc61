import * as z from 'zod/mini'
import { isMapUrl, MAX_STUDIO_HOURS } from '#domain/tutors/studio'
import { MAX_ADDRESS } from '#domain/users/profile'
import { defineCall } from './call.ts'
import * as calls from './calls/studios.ts'
import { idParams, instant, line, listOf, paging, text } from './fields.ts'
import { otherThanTutor } from './users.ts'

/** A studio as shown to tutors who choose one. */
export const studio = z.object({
  ...otherThanTutor.shape,
  address: z.nullable(z.string()),
  mapUrl: z.nullable(z.string()),
  /** Its opening hours as free text. */
  hours: z.nullable(z.string()),
  updatedAt: instant,
})
export type Studio = z.input<typeof studio>

export const listStudios = defineCall(calls.listStudios, {
  may: 'studio.list',
  viewable: true,
  summary: 'Studios that tutors can choose',
  query: z.object(paging),
  answer: listOf(studio),
  errors: [],
})

export const getStudio = defineCall(calls.getStudio, {
  may: 'studio.read',
  summary: 'A studio: where it is and when it is open',
  params: idParams,
  answer: studio,
  errors: ['user-not-found'],
})

export const editStudio = defineCall(calls.editStudio, {
  may: 'studio.edit',
  summary: 'Change where a studio is and when it is open: its own, admins any’s',
  params: idParams,
  body: z.object({
    address: z.optional(z.nullable(line(MAX_ADDRESS))),
    mapUrl: z.optional(z.nullable(z.string().check(z.trim(), z.refine(isMapUrl)))),
    hours: z.optional(z.nullable(text(MAX_STUDIO_HOURS))),
  }),
  answer: studio,
  errors: ['user-not-found', 'empty-request'],
  versioned: true,
})
