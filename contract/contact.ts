import * as z from 'zod/mini'
import { whyNotContactMessage, whyNotContactTitle } from '#domain/contact/request'
import type { ErrorCode } from '#domain/errors'
import { whyNotUserName } from '#domain/users/name'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { defineCall } from './call.ts'
import { nothing, refusing, unless } from './fields.ts'

const said = (whyNot: (value: string) => ErrorCode | null) =>
  z.string(unless('invalid-type')).check(z.trim(), refusing(whyNot))
const phone = z.string(unless('invalid-type')).check(z.overwrite(normalPhone), refusing(whyNotPhone))

export const sendContactRequest = defineCall({
  may: 'contact.send',
  method: 'POST',
  path: '/contact-request',
  summary: 'Write to us; once in six hours from one place',
  body: z.object({
    name: said(whyNotUserName),
    phone,
    title: said(whyNotContactTitle),
    message: said(whyNotContactMessage),
  }),
  answer: nothing,
  errors: [
    ...([
      'invalid-type',
      'invalid-user-name',
      'short-user-name',
      'long-user-name',
      'invalid-phone',
      'too-many-requests',
    ] as const),
    ...(['short-contact-request-title', 'long-contact-request-title'] as const),
    ...(['short-contact-request-message', 'long-contact-request-message'] as const),
  ],
  creates: true,
})
