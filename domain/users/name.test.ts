import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import {
  firstName,
  nameIn,
  normalName,
  publicName,
  whyNotAccountName,
  whyNotEnglishName,
  whyNotPaymentName,
  whyNotTutorName,
  whyNotUserName,
} from './name.ts'

describe('a user name', () => {
  it('is of Latin or Arabic letters and spaces', () => {
    for (const name of ['Sara Ali', 'سارة علي', 'مُحَمَّد', 'Sara علي']) expect(whyNotUserName(name), name).toBeNull()
    for (const name of ['Sara1', 'سارة١', 'Sara_Ali', 'Zoë', 'سارة،', 'Sara\tAli', '李'])
      expect(whyNotUserName(name), name).toBe('invalid-user-name')
  })

  it('has 2 to 80 characters', () => {
    expect(whyNotUserName('')).toBe('short-user-name')
    expect(whyNotUserName('س')).toBe('short-user-name')
    expect(whyNotUserName('سا')).toBeNull()
    expect(whyNotUserName('a'.repeat(80))).toBeNull()
    expect(whyNotUserName('a'.repeat(81))).toBe('long-user-name')
  })

  it('has two parts for whoever pays', () => {
    expect(whyNotPaymentName(' Sara  Ali ')).toBeNull()
    for (const name of [null, '', '  ', ' Sara ']) expect(whyNotPaymentName(name)).toBe('api-invalid-user-name')
  })
})

describe('a name that is pasted', () => {
  it('loses what shows nothing, and has the ordinary forms of its letters and blanks', () => {
    for (const pasted of [
      ' سارة\u00a0علي ',
      '\u200fسارة علي\u200f',
      '\u202bسارة\u200c  علي\u202c',
      'ﺳﺎﺭﺓ ﻋﻠﻲ',
      'سارة\r\nعلي',
      'سارة\u2003علي\ufeff',
      'سارة\u2028علي\u0085',
    ])
      expect([pasted, normalName(pasted)]).toEqual([pasted, 'سارة علي'])
    expect(normalName('ﻣﺤﻤﺪ ﻋﺒﺪ ﷲ')).toBe('محمد عبد الله')
    expect(normalName('ا\u0655حمد')).toBe('إحمد')
    expect(normalName('Ｓａｒａ\u3000Ａｌｉ')).toBe('Sara Ali')
    for (const name of ['Omar El‑Masry', 'Omar El–Masry', 'Sean Oʼbrien', 'Sean O‘Brien'])
      expect(whyNotEnglishName(normalName(name)), name).toBeNull()
  })
})

describe('a tutor’s name', () => {
  it('is Arabic', () => {
    expect(whyNotTutorName('عُمر خالد')).toBeNull()
    for (const name of ['Omar', 'عمر K', 'عمر ٢', '١٢٣']) expect(whyNotTutorName(name), name).toBe('invalid-tutor-name')
  })

  it('has 2 to 80 characters', () => {
    expect(whyNotTutorName('ع')).toBe('short-user-name')
    expect(whyNotTutorName('ع'.repeat(81))).toBe('long-user-name')
  })
})

describe('a tutor’s English name', () => {
  it('is of Latin letters, blanks, hyphens and apostrophes', () => {
    for (const name of ['Omar El-Masry', 'Sinéad O’Brien', "Ann O'Neil", 'Jo'])
      expect(whyNotEnglishName(name)).toBeNull()
    for (const name of ['عمر', 'Omar عمر', 'Omar 2', '- -', '', 'J', 'a'.repeat(81)])
      expect([name, whyNotEnglishName(name)]).toEqual([name, 'invalid-english-name'])
  })

  it('is what English readers see, where there is one', () => {
    const both = { name: 'عمر', englishName: 'Omar' }
    expect([nameIn('en', both), nameIn('ar', both)]).toEqual(['Omar', 'عمر'])
    expect(nameIn('en', { name: 'عمر', englishName: null })).toBe('عمر')
  })
})

describe('an account’s name', () => {
  it('has two parts, of the tutor side in Arabic', () => {
    for (const role of [Role.Student, Role.Studio, Role.RegularAdmin]) {
      expect(whyNotAccountName('Sara Ali', role)).toBeNull()
      expect(whyNotAccountName('Sara', role)).toBe('api-invalid-user-name')
      expect(whyNotAccountName('Sara1', role)).toBe('invalid-user-name')
      expect(whyNotAccountName('S', role)).toBe('short-user-name')
    }
    for (const role of [Role.Tutor, Role.TutorManager]) {
      expect(whyNotAccountName('عمر خالد', role)).toBeNull()
      expect(whyNotAccountName('عمر', role)).toBe('api-invalid-user-name')
      expect(whyNotAccountName('Omar Khaled', role)).toBe('invalid-tutor-name')
    }
  })
})

it('has a letter: marks and tatweel alone are no name', () => {
  for (const name of ['\u064e \u064e', '\u0610\u0610', 'ــ', 'ــ ــ']) {
    expect(whyNotUserName(name)).toBe('invalid-user-name')
    expect(whyNotTutorName(name)).toBe('invalid-tutor-name')
  }
})

describe('the first name', () => {
  it('is one word, or two where they belong together', () => {
    const names: [string | null, string | null][] = [
      ['سارة محمد علي', 'سارة'],
      ['عبد الرحمن محمد السيد', 'عبد الرحمن'],
      ['  Sara  Ali', 'Sara'],
      ['سارة', 'سارة'],
      // Of an account that was erased.
      ['حساب ممسوح', 'حساب ممسوح'],
      ['', null],
      [null, null],
    ]
    for (const [name, first] of names) expect(firstName(name)).toBe(first)
  })
})

describe('the name that the public reads', () => {
  it('is the first name and the initial of the last', () => {
    const names: [string | null, string | null][] = [
      ['سارة محمد علي', 'سارة ع.'],
      ['سارة المصري', 'سارة م.'],
      ['عبد الرحمن محمد السيد', 'عبد الرحمن س.'],
      ['عبد الله', 'عبد ل.'],
      ['أبو بكر محمد', 'أبو بكر م.'],
      ['ابو بكر محمد', 'ابو بكر م.'],
      ['أم كلثوم علي', 'أم كلثوم ع.'],
      ['ام كلثوم علي', 'ام كلثوم ع.'],
      ['Abdel Rahman Ali', 'Abdel Rahman A.'],
      ['abd Allah Ali', 'abd Allah A.'],
      ['Abu Bakr Ali', 'Abu Bakr A.'],
      ['  سارة   جمال ', 'سارة ج.'],
      ['سارة  جمال  الدين', 'سارة د.'],
      ['Sara  Ali', 'Sara A.'],
      ['مُحَمَّد عَلي', 'مُحَمَّد عَ.'],
      ['حساب ممسوح', 'حساب ممسوح'],
      ['سارة', 'سارة'],
      ['', null],
      [null, null],
    ]
    for (const [name, shown] of names) expect(publicName(name), String(name)).toBe(shown)
  })
})
