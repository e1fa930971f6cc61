import * as z from 'zod/mini'
import { MAX_PERSON_NOTE, MAX_TAG, MAX_TAGS } from '#domain/staff/person-file'
import { defineCall } from './call.ts'
import * as calls from './calls/person-file.ts'
import { id, idParams, instant, line, queryId, text } from './fields.ts'
import { inboxAdmin } from './inbox.ts'

/** What staff keep about a person among themselves (docs/rules/staff.md 10.7). */

const personNote = z.object({ id, text: z.string(), pinned: z.boolean(), author: inboxAdmin, createdAt: instant })
export type PersonNote = z.input<typeof personNote>

/** The pinned notes come first, then the newest; `updatedAt` is the version of owner and tags, null before the first change. */
export const personFile = z.object({
  owner: z.nullable(inboxAdmin),
  tags: z.array(z.string()),
  notes: z.array(personNote),
  updatedAt: z.nullable(instant),
})
export type PersonFile = z.input<typeof personFile>

const noteParams = z.object({ ...idParams.shape, noteId: queryId })

export const getPersonFile = defineCall(calls.getPersonFile, {
  may: 'personFile.read',
  summary: 'The owner, the tags and the notes that staff keep about a person',
  params: idParams,
  answer: personFile,
  errors: ['user-not-found'],
})

export const changePersonFile = defineCall(calls.changePersonFile, {
  may: 'personFile.change',
  summary: 'Set who of the admins looks after a person, or the person’s tags',
  params: idParams,
  body: z.object({
    ownerId: z.optional(z.nullable(id)),
    tags: z.optional(z.array(line(MAX_TAG).check(z.minLength(1))).check(z.maxLength(MAX_TAGS))),
  }),
  answer: personFile,
  errors: ['user-not-found', 'empty-request'],
  versioned: true,
})

export const notePerson = defineCall(calls.notePerson, {
  may: 'personFile.note',
  summary: 'Write a note for staff about a person',
  params: idParams,
  body: z.object({ text: text(MAX_PERSON_NOTE).check(z.minLength(1)) }),
  answer: personFile,
  errors: ['user-not-found'],
  creates: true,
})

export const pinPersonNote = defineCall(calls.pinPersonNote, {
  may: 'personFile.pinNote',
  summary: 'Pin a note about a person, or unpin it',
  params: noteParams,
  body: z.object({ pinned: z.boolean() }),
  answer: personFile,
  errors: ['user-not-found', 'not-found'],
})

export const deletePersonNote = defineCall(calls.deletePersonNote, {
  may: 'personFile.deleteNote',
  summary: 'Delete an own note about a person',
  params: noteParams,
  answer: personFile,
  errors: ['user-not-found', 'not-found'],
})
