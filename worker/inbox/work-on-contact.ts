import type {
  answerContactRequest,
  changeContactRequest,
  changeContactRequests,
  noteContactRequest,
} from '#contract/contact'
import type { Db } from '#db/client'
import { DomainError } from '#domain/errors'
import { AnswerChannel } from '#domain/inbox/entries'
import type { Act } from '../http/bind.ts'
import { answerRecord, noteRecord } from './answer.ts'
import { changeRecord } from './change.ts'
import { changeRecords } from './change-many.ts'
import { contactThread, findContactRequest } from './contact-store.ts'
import { accountsByPhone, phoneStatement } from './people.ts'
import { CONTACT_REQUEST } from './records.ts'

/**
 * Changes the state or the owner of a contact request (docs/rules/staff.md 6.1, 6.2).
 * @throws DomainError `contact-request-not-found`, `empty-request`, `user-not-found`, `taken-by-another`, `illegal`.
 */
export const change: Act<typeof changeContactRequest> = async (ctx) => {
  await changeRecord(ctx, 'contact.change', CONTACT_REQUEST, ctx.params.id, ctx.body)
  return contactThread(ctx.db, ctx.params.id)
}

/**
 * Changes several contact requests (docs/rules/staff.md 6.6).
 * @throws DomainError `empty-request`.
 */
export const changeMany: Act<typeof changeContactRequests> = (ctx) =>
  changeRecords(ctx, 'contact.changeMany', CONTACT_REQUEST, ctx.body.changes)

/** @throws DomainError `illegal` unless exactly one account has verified the number. */
async function recipientOf(db: Db, { name, phone, title }: { name: string; phone: string; title: string }) {
  const person = accountsByPhone(await phoneStatement(db, [phone])).get(phone)
  if (!person) throw new DomainError('illegal', 'channel: no account has verified this number')
  return { to: person.email, name: person.name ?? name, title }
}

/**
 * Answers a contact request. The request contains no e-mail address, and WhatsApp accepts only approved templates from us,
 * so an answer by phone or WhatsApp records what staff have said there; a mail goes to the account that has verified the
 * number (docs/rules/staff.md 6.3).
 * @throws DomainError `contact-request-not-found`, `illegal` for a closed request and for a mail without an account.
 */
export const answer: Act<typeof answerContactRequest> = async (ctx) => {
  const { body, db, params } = ctx
  const request = await findContactRequest(db, params.id)
  await answerRecord(ctx, 'contact.answer', CONTACT_REQUEST, params.id, {
    kind: body.channel,
    text: body.text,
    mail: body.channel === AnswerChannel.Email ? await recipientOf(db, request) : null,
  })
  return contactThread(db, params.id)
}

/** @throws DomainError `contact-request-not-found`. */
export const note: Act<typeof noteContactRequest> = async (ctx) => {
  await noteRecord(ctx, 'contact.note', CONTACT_REQUEST, ctx.params.id, ctx.body.text)
  return contactThread(ctx.db, ctx.params.id)
}

/** The current thread, as after the first answer or note. */
export const recallThread = ({ db, params }: { db: Db; params: { id: number } }) => contactThread(db, params.id)
