import { describe, expect, it } from 'vitest'
import { mailingMail, mailLanguages, whyNotMailText } from './mail.ts'
import { mailingTemplates } from './mailing.ts'

const words = { ar: { title: 'خبر', text: 'نص الخبر' } }
const both = { ar: words.ar, en: { title: 'News', text: 'What is new' } }
const sara = { name: 'سارة أحمد', englishName: null }

describe('a message to a list', () => {
  it('is in the language that its reader has chosen, or in Arabic without English words (docs/rules/staff.md 18.5)', () => {
    const of = (written: typeof words, language: 'ar' | 'en') =>
      mailingMail({ template: 'news', words: written, language, ...sara })
    expect(of(both, 'en')).toMatchObject({ language: 'en', subject: 'News', text: 'What is new', link: 'Open Hessa' })
    expect(of(both, 'ar')).toMatchObject({ language: 'ar', subject: 'خبر', greeting: 'أهلًا سارة أحمد،' })
    expect(of(words, 'en')).toMatchObject({ language: 'ar', subject: 'خبر', link: 'فتح حصّة' })
  })

  it('calls its reader by the name of the language, and nobody by none', () => {
    const greet = (language: 'ar' | 'en', name: string | null, englishName: string | null) =>
      mailingMail({ template: 'come_back', words: null, language, name, englishName }).greeting
    expect(greet('en', 'عمر سامي', 'Omar Samy')).toBe('Hello Omar Samy,')
    expect(greet('ar', 'عمر سامي', 'Omar Samy')).toBe('أهلًا عمر سامي،')
    expect([greet('en', null, null), greet('ar', null, null)]).toEqual(['Hello,', 'أهلًا،'])
  })

  it('has words in both languages for each template, and a way to stop', () => {
    for (const template of mailingTemplates)
      for (const language of mailLanguages) {
        const mail = mailingMail({ template, words: template === 'news' ? both : null, language, ...sara })
        expect(
          Object.values(mail).filter((text) => text === ''),
          `${template} ${language}`,
        ).toEqual([])
        expect(mail.language).toBe(language)
      }
  })
})

describe('what staff write to a list', () => {
  it('names no address of the web or of a mailbox (docs/rules/staff.md 18.4)', () => {
    for (const text of [
      ...[
        'https://evil.example',
        'http:x',
        'شوف www.x',
        'ادخل hessa.eg',
        'bit.ly/abc',
        'a@gmail.com',
        'HESSA.COM',
        'حصة.com',
      ],
      ...['x.co.', '(t.me)'],
    ])
      expect(whyNotMailText(text), text).toBe('mailing-with-link')
    for (const text of ['الحصص بدأت.يلا', 'من ٩:٣٠ ل ١٠', 'At 9.30 p.m. we open', '3.5 جنيه', 'خلاص...', 'A. B.', ''])
      expect(whyNotMailText(text), text).toBe(null)
  })
})
