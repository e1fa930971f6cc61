/** Texts as people and programs send them: with characters that show nothing, halves of characters, and what a paste brings along. */
import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, onboardedTutor, outcome, row, run, verifiedStudent } from '#tests/people'
import { newPlan } from './payment-fixtures.ts'

const BLANKS = ['\u2800', '\u3164\u115f', '\u200b\u2060\ufeff', '\u{e0041}\ufe0f', ' \u00a0 \u0301']

describe('control characters', () => {
  it('are taken out of a search, which finds as without them', async () => {
    const adel = await newAdmin()
    for (const search of ['abc%00def', 'a%01b', '%1b[31m', '%C2%85x'])
      expect(await outcome(callApi('GET', `/user/list?search=${search}`, { as: adel }))).toBe('ok')
  })

  it('are taken out of what is stored; half a character becomes one sign', async () => {
    const sara = await verifiedStudent()
    const title = 'مشكلة\u0000 في \u0007الدرس \ud83d'
    const body = { title: `${title}\r\nBcc: x@example.com`, description: 'سطر\nوسطر\u0000', type: 0 }
    await expectOk(callApi('POST', '/report/with/asset', { as: sara, body }))
    expect(await row('SELECT title, description FROM reports WHERE user_id = ?', sara.id)).toEqual({
      title: 'مشكلة في الدرس \ufffd Bcc: x@example.com',
      description: 'سطر\nوسطر',
    })
  })
})

describe('a body', () => {
  it('that is nested deeper than any call takes is refused, however deep', async () => {
    for (const raw of ['['.repeat(33) + ']'.repeat(33), '['.repeat(30_000), '['.repeat(30_000) + ']'.repeat(30_000)])
      expect(await outcome(callApi('POST', '/contact-request', { raw }))).toBe('bad-request')
    const nested = `${'{"name":'.repeat(7000)}1${'}'.repeat(7000)}`
    expect(await outcome(callApi('POST', '/contact-request', { raw: nested }))).toBe('bad-request')
  })
})

describe('a text without any visible character', () => {
  it('is refused as a report', async () => {
    const sara = await verifiedStudent()
    for (const blank of BLANKS) {
      const body = { title: blank, description: 'وصف المشكلة', type: 0 }
      expect(await outcome(callApi('POST', '/report/with/asset', { as: sara, body }))).toBe('bad-request')
    }
  })

  it('is refused as a reason of staff', async () => {
    const [sara, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    for (const blank of BLANKS) {
      const body = { userId: sara.id, reason: blank.repeat(4) }
      expect(await outcome(callApi('POST', '/auth/view-as', { as: adel, body }))).toBe('bad-request')
    }
  })
})

describe('a text with tags, of which nothing is visible', () => {
  const TAGGED = [...BLANKS.map((blank) => `<p>${blank.repeat(6)}</p>`), '&#8203;&#x2800;', '&zwnj;&shy;', '<br>&nbsp;']

  it('is refused as a note of a withdrawal and as what is said of a meeting', async () => {
    const [omar, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    for (const text of TAGGED) {
      const request = { method: 0, receiver: '01012345678', amount: 10_000, note: text }
      expect(await outcome(callApi('POST', '/invoice', { as: omar, body: request }))).toBe('empty-invoice-note')
      const said = { id: 1, intervieweeFeedback: text }
      expect(await outcome(callApi('PATCH', '/interview', { as: adel, body: said }))).toBe(
        'interview-feedback-too-short',
      )
    }
  })

  it('is refused as the first message of a chat', async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    for (const message of TAGGED)
      expect(await outcome(callApi('POST', '/chat/new', { as: sara, body: { userId: omar.id, message } }))).toBe(
        'message-text-too-short',
      )
  })
})

describe('a phone number', () => {
  const spellings = [
    '010 1234 5678',
    '010-1234-5678',
    '+201012345678',
    '00201012345678',
    '\u202a+20 101 234 5678\u202c',
    '٠١٠\u00a0١٢٣٤\u00a0٥٦٧٨',
    '(010) 1234.5678',
  ]
  it('is taken as it is pasted and shown as it is stored', async () => {
    for (const phone of spellings) {
      const person = await verifiedStudent()
      const body = { name: 'سارة علي', phone, title: 'عايزة أسأل', message: 'رسالة طويلة كفاية' }
      await run('DELETE FROM throttles')
      await expectOk(callApi('POST', '/contact-request', { as: person, body }))
      expect(await row('SELECT phone FROM contact_requests ORDER BY id DESC LIMIT 1')).toEqual({ phone: '01012345678' })
    }
  })
})

describe('the code of a coupon', () => {
  it('is found in lower case, with Arabic digits and with extra characters of a paste', async () => {
    const [sara, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    const planId = await newPlan()
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const body = { code: 'sara-10', planId, monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10, expiresAt }
    expect(await expectOk(callApi('POST', '/coupon', { as: adel, body }))).toMatchObject({ code: 'SARA-10' })
    for (const typed of ['SARA-10', 'sara-10', 'Sara-١٠', ' \u200fsara-۱۰\u200f ', 'sara -10'])
      expect(await outcome(callApi('GET', `/coupon/code/${encodeURIComponent(typed)}`, { as: sara }))).toBe('ok')
  })
})
