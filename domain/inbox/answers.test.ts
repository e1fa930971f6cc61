import { expect, it } from 'vitest'
import { answerMail } from './answer-mail.ts'
import { InboxEntryKind, isAnswer } from './entries.ts'

it('the mail of an answer greets the person, and quotes what they wrote', () => {
  expect(answerMail({ name: 'منى', title: 'الحصة اتلغت', answer: 'رجّعنا الدقايق.' })).toEqual({
    subject: 'ردّنا على: الحصة اتلغت',
    greeting: 'أهلًا منى،',
    text: 'رجّعنا الدقايق.',
    quote: 'رسالتك لنا: الحصة اتلغت',
    closing: 'فريق حصّة',
  })
  expect(answerMail({ name: null, title: 'سؤال', answer: 'رد' }).greeting).toBe('أهلًا وسهلًا،')
})

it('everything but a note is an answer', () => {
  expect(Object.values(InboxEntryKind).filter(isAnswer)).toEqual([1, 2, 3])
})
