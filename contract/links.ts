import * as z from 'zod/mini'
import { linkKinds, MAX_LINK_NAME, MAX_LINK_URL } from '#domain/settings/link'
import { defineCall } from './call.ts'
import * as calls from './calls/links.ts'
import { line, listOf, nothing, paging, queryText, sorting, times } from './fields.ts'

const nameParams = z.object({ name: z.string().check(z.maxLength(MAX_LINK_NAME)) })
const url = line(MAX_LINK_URL)

/** A short link of the site. */
export const link = z.object({
  name: z.string(),
  /** Null for a name of no kind, which leads nowhere. */
  kind: z.nullable(z.enum(linkKinds)),
  url: z.string(),
  /** Whether its kind may lead to this address; if not, it leads nowhere. */
  leads: z.boolean(),
  visits: z.int(),
  ...times,
})
export type ShortLink = z.input<typeof link>

export const visitLink = defineCall(calls.visitLink, {
  may: 'link.visit',
  summary: 'Where a short link of the site leads; the visit is counted',
  params: nameParams,
  answer: z.object({ url: z.string() }),
  errors: ['not-found'],
})

export const listLinks = defineCall(calls.listLinks, {
  may: 'link.list',
  summary: 'Short links of the site, the most visited first',
  query: z.object({ search: z.optional(queryText), ...paging, ...sorting('visits', 'name') }),
  answer: listOf(link),
  errors: [],
})

export const createLink = defineCall(calls.createLink, {
  may: 'link.create',
  creates: true,
  summary:
    'A new short link; illegal for a name that is taken or of no kind, and for an address that its kind may not lead to',
  body: z.object({ name: line(MAX_LINK_NAME), url }),
  answer: link,
  errors: ['illegal'],
})

export const editLink = defineCall(calls.editLink, {
  may: 'link.edit',
  versioned: true,
  summary: 'Let a short link lead elsewhere; its visits stay counted',
  params: nameParams,
  body: z.object({ url }),
  answer: link,
  errors: ['not-found', 'illegal'],
})

export const deleteLink = defineCall(calls.deleteLink, {
  may: 'link.delete',
  versioned: true,
  summary: 'Delete a short link',
  params: nameParams,
  answer: nothing,
  errors: ['not-found'],
})
