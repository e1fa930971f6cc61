import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { isErrorCode } from '#domain/errors'
import { changeSlots } from './availability.ts'
import { sendContactRequest } from './contact.ts'
import { createCoupon } from './coupons.ts'
import { notifyFawry, payByCard } from './fawry.ts'
import { idParams } from './fields.ts'
import { createIntroVideo } from './intro-videos.ts'
import { createInvoice, listInvoices, updateInvoice } from './invoices.ts'
import { bookLesson, listLessons } from './lessons.ts'
import { updateInterview } from './meetings.ts'
import { createPlan, listPlans } from './plans.ts'
import { createRating } from './ratings.ts'
import { sessionToken } from './sessions.ts'
import { registerStudent } from './students.ts'
import { createTopic } from './topics.ts'
import { listFullTutors, tutorMeta } from './tutors.ts'
import { editUser, listUsers, registerUser } from './users.ts'
import { verifyPhone } from './verification.ts'

/** What the API answers with: the first issue's message when it is a code of the catalogue. */
const refusal = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
/** Zod's own text depends on whether any test of the process has loaded its English messages. */
const isRefusedWithoutCode = (schema: z.ZodMiniType, value: unknown): boolean => {
  const message = refusal(schema, value)
  return message !== undefined && !isErrorCode(message)
}
const read = (schema: z.ZodMiniType, value: unknown) => schema.parse(value)

describe('a path', () => {
  it('names a row by a positive number', () => {
    expect(read(idParams, { id: '7' })).toEqual({ id: 7 })
    for (const id of ['', '0', '-1', '1.5', '1e3', '0x10', ' 7', 'me', '99999999999999999999'])
      expect(idParams.safeParse({ id }).success, id).toBe(false)
  })
})

describe('a query', () => {
  it('gives the first page of ten by default, and a hundred rows at the most', () => {
    expect(read(listUsers.query, {})).toMatchObject({ page: 1, size: 10 })
    expect(read(listUsers.query, { page: '2', size: '100' })).toMatchObject({ page: 2, size: 100 })
    for (const paging of [{ page: '0' }, { size: '101' }, { size: '0' }, { page: 'x' }])
      expect(listUsers.query.safeParse(paging).success).toBe(false)
  })

  it('parses text into numbers, booleans and instants', () => {
    const asked = { role: '3', verified: 'false', city: '30', createdAt: { gte: '2026-01-01T00:00:00Z' } }
    expect(read(listUsers.query, asked)).toMatchObject({
      role: 3,
      verified: false,
      city: 30,
      createdAt: { gte: Date.parse('2026-01-01T00:00:00Z') },
    })
    for (const wrong of [
      { role: '7' },
      { verified: '1' },
      { city: '31' },
      { gender: 'other' },
      { createdAt: { gte: 'yesterday' } },
    ])
      expect(listUsers.query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  it('compares numbers', () => {
    expect(read(listPlans.query, { weeklyMinutes: '60' })).toMatchObject({ weeklyMinutes: 60 })
    expect(read(listPlans.query, { weeklyMinutes: { gte: '60', lt: '120' } })).toMatchObject({
      weeklyMinutes: { gte: 60, lt: 120 },
    })
    expect(listPlans.query.safeParse({ weeklyMinutes: { gte: 'many' } }).success).toBe(false)
  })

  it('takes one value for a list of one, and none for no filter', () => {
    expect(read(listLessons.query, { users: '3' })).toMatchObject({ users: [3], ratified: true, canceled: true })
    expect(read(listLessons.query, { users: ['3', '4'], canceled: 'false' })).toMatchObject({
      users: [3, 4],
      canceled: false,
    })
    expect(read(listLessons.query, {})).not.toHaveProperty('users')
  })

  it('trims a text, and reads the word null as no value', () => {
    expect(read(listFullTutors.query, { bio: 'null', name: ' عمر ' })).toMatchObject({ bio: null, name: 'عمر' })
  })

  it('requires every field that has no default', () => {
    expect(tutorMeta.query.safeParse({}).success).toBe(false)
    expect(sessionToken.query.safeParse({ sessionId: 'lesson:1' }).success).toBe(false)
  })
})

describe('a body', () => {
  const account = { role: 4, email: ' Sara@Example.com ', password: 'secret-123' }

  it('is brought into the form that is stored', () => {
    expect(read(registerUser.body, account)).toEqual({ ...account, email: 'sara@example.com' })
    expect(read(editUser.body, { phone: '٠١٠١٢٣٤٥٦٧٨', name: ' سارة ', unknown: 1 })).toEqual({
      phone: '01012345678',
      name: 'سارة',
    })
    const receiver = { method: 1, receiver: ' CIB:١٢٣ ', amount: 100_00 }
    expect(read(createInvoice.body, receiver)).toEqual({ ...receiver, receiver: 'CIB:123' })
  })

  it('is refused with the code of the field’s rule', () => {
    const plan = {
      weeklyMinutes: 60,
      baseMonthlyPrice: 1,
      monthDiscount: 0,
      quarterDiscount: 0,
      yearDiscount: 0,
      forInvitesOnly: false,
      active: true,
    }
    const coupon = {
      code: 'EID',
      planId: 1,
      monthDiscount: 1,
      quarterDiscount: 1,
      yearDiscount: 1,
      expiresAt: '2030-01-01T00:00:00Z',
    }
    const card = { planId: 1, period: 'month', cardToken: 'token', cvv: '123' }
    const letter = { name: 'Sara Ali', phone: '01012345678', title: 'A question', message: 'How does it work?' }
    const withdrawal = { method: 0, receiver: '01012345678', amount: 100_00 }
    const cases: [z.ZodMiniType, object, object, string][] = [
      [registerUser.body, account, { email: 'sara' }, 'invalid-email'],
      [registerUser.body, account, { password: 'short1' }, 'short-password'],
      [registerStudent.body, account, { englishLevel: 7 }, 'invalid-english-level'],
      [editUser.body, {}, { phone: '123' }, 'invalid-phone'],
      [editUser.body, {}, { notice: 0 }, 'invalid-notice'],
      [editUser.body, {}, { notice: 1441 }, 'max-notice-exceeded'],
      [verifyPhone.body, { method: 'whatsapp' }, { code: 123 }, 'invalid-verification-code'],
      [createRating.body, { rateeId: 1, value: 5, feedback: null }, { value: 6 }, 'too-high-rating-value'],
      [createRating.body, { rateeId: 1, value: 5, feedback: null }, { feedback: 'ab' }, 'too-short-rating-text'],
      [createTopic.body, { arabicName: 'سفر', englishName: 'Travel' }, { englishName: 'Tr' }, 'short-topic-name'],
      [createPlan.body, plan, { weeklyMinutes: 14 }, 'plan-weekly-minutes-out-of-range'],
      [createPlan.body, plan, { baseMonthlyPrice: 1.5 }, 'invalid-plan-price'],
      [createPlan.body, plan, { yearDiscount: 10_001 }, 'plan-discount-out-of-range'],
      [createCoupon.body, coupon, { code: 'a b' }, 'coupon-code-invalid'],
      [createCoupon.body, coupon, { monthDiscount: 0 }, 'zero-coupon-discount'],
      [createCoupon.body, coupon, { expiresAt: 'tomorrow' }, 'expire-date-invalid'],
      [payByCard.body, card, { cvv: '12' }, 'invalid-cvv'],
      [sendContactRequest.body, letter, { title: 7 }, 'invalid-type'],
      [sendContactRequest.body, letter, { message: 'Hi' }, 'short-contact-request-message'],
      [createInvoice.body, withdrawal, { method: 3 }, 'invalid-invoice-method'],
      [createInvoice.body, withdrawal, { receiver: '123' }, 'invalid-phone'],
      [createInvoice.body, withdrawal, { method: 1 }, 'invoice-not-valid'],
      [createInvoice.body, withdrawal, { method: 1, receiver: '123' }, 'empty-bank-name'],
      [createInvoice.body, withdrawal, { method: 2, receiver: 'omar' }, 'instapay-username-invalid'],
      [createInvoice.body, withdrawal, { amount: 99_99 }, 'invoice-min-amount-subceeded'],
      [listInvoices.query, {}, { minAmount: '2', maxAmount: '1' }, 'withdraw-min-amount-above-max-amount'],
      [updateInterview.body, { id: 1 }, { level: 6 }, 'too-high-interview-level'],
      [updateInterview.body, { id: 1 }, { interviewerFeedback: '<a>good</a>' }, 'interview-feedback-invalid-html'],
      [createIntroVideo.body, {}, { duration: '0.5' }, 'short-video-dur'],
    ]
    for (const [schema, right, wrong, code] of cases) {
      expect(refusal(schema, { ...right, ...wrong }), code).toBe(code)
      if (Object.keys(right).length > 1) expect(schema.safeParse({ code: 12_345, ...right }).success, code).toBe(true)
    }
  })

  it('is refused without a code where only its form is wrong', () => {
    const lesson = { tutorId: 1, slotId: 1, start: '2026-03-01T16:00:00Z', duration: 30 }
    expect(bookLesson.body.safeParse(lesson).success).toBe(true)
    for (const wrong of [
      { duration: 45 },
      { duration: '30' },
      { start: '2026-03-01T18:00:00+02:00' },
      { tutorId: 0 },
      { slotId: null },
    ])
      expect(isRefusedWithoutCode(bookLesson.body, { ...lesson, ...wrong }), JSON.stringify(wrong)).toBe(true)
    expect(isRefusedWithoutCode(sendContactRequest.body, {})).toBe(true)
  })

  it('may leave a feedback out', () => {
    expect(updateInterview.body.safeParse({ id: 1, intervieweeFeedback: '' }).success).toBe(true)
  })

  it('of a form is read from text', () => {
    expect(read(createIntroVideo.body, { duration: '2.5' })).toEqual({ duration: 2.5 })
    expect(read(updateInvoice.body, { status: '1' })).toEqual({ status: 1 })
  })

  it('may act on several slots', () => {
    const [start, end] = ['2026-03-01T16:00:00Z', '2026-03-01T17:00:00Z'] as const
    const removal = { type: 'delete', id: 3 }
    expect(read(changeSlots.body, { actions: [{ type: 'create', start, end, purpose: 2 }, removal] })).toEqual({
      actions: [{ type: 'create', start: Date.parse(start), end: Date.parse(end), purpose: 2 }, removal],
    })
    expect(changeSlots.body.safeParse({ actions: [{ type: 'repeat' }] }).success).toBe(false)
  })

  it('of the gateway may hold numbers as text or text as numbers', () => {
    const notification = {
      requestId: 'a',
      fawryRefNumber: 970177,
      merchantRefNumber: '17',
      customerMerchantId: 3,
      paymentAmount: 10.5,
      orderAmount: 10.5,
      orderStatus: 'PAID',
      paymentMethod: 'CARD',
      messageSignature: 'ab',
      threeDSInfo: {},
    }
    expect(read(notifyFawry.body, notification)).toMatchObject({ fawryRefNumber: '970177', customerMerchantId: '3' })
  })
})
