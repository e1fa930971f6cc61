import * as z from 'zod/mini'
import { isStaff, Role, roles } from '#domain/roles'
import { MAX_LIST_ID, MAX_VIEW_NAME, MAX_VIEW_SEARCH } from '#domain/staff/shared-view'
import { defineCall } from './call.ts'
import * as calls from './calls/shared-views.ts'
import { id, line, nothing, oneOf, times } from './fields.ts'
import { person } from './users.ts'

/** The name by which the dashboard knows a list, such as `users`. */
const list = z.string().check(z.minLength(1), z.maxLength(MAX_LIST_ID), z.regex(/^[a-z][a-z0-9-]*$/))
const name = line(MAX_VIEW_NAME).check(z.minLength(1))

/** A named state of a list that somebody of staff shares with a role. */
export const sharedView = z.object({
  id,
  name: z.string(),
  /** The query of the list's address. */
  search: z.string(),
  /** Who sees it besides its owner. */
  role: oneOf(Role),
  owner: person,
  ...times,
})
export type SharedView = z.input<typeof sharedView>

export const listSharedViews = defineCall(calls.listSharedViews, {
  may: 'sharedView.list',
  summary: 'The views of a list that are one’s own or shared with one’s role',
  query: z.object({ list }),
  answer: z.object({ list: z.array(sharedView) }),
  errors: [],
})

export const shareView = defineCall(calls.shareView, {
  may: 'sharedView.save',
  summary: 'Share a view of a list with a role of staff; one’s own of the same name is replaced',
  body: z.object({
    list,
    name,
    search: z.string().check(z.maxLength(MAX_VIEW_SEARCH)),
    role: z.literal(roles.filter(isStaff)),
  }),
  answer: nothing,
  errors: ['illegal'],
})

export const unshareView = defineCall(calls.unshareView, {
  may: 'sharedView.stop',
  summary: 'Share a view of one’s own no more',
  body: z.object({ list, name }),
  answer: nothing,
  errors: ['not-found'],
})
