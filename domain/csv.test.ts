import { describe, expect, it } from 'vitest'
import { csvLine, csvTime, spreadsheetLine } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n')
  })

  it('leaves nothing for null and undefined', () => {
    expect(csvLine([null, undefined, 0, false])).toBe(',,0,false\r\n')
  })

  it.each([
    '=1+1',
    '+201001234567',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u200f=1',
    '\ufeff@a',
    '＝1+1',
    '＋2',
    '﹦1',
    '﹣1',
    '\u22121',
    '\ttext',
  ])('puts an apostrophe before %j', (cell) => {
    expect(csvLine([cell]).replaceAll('"', '')).toBe(`'${cell}\r\n`)
  })

  it('puts one before a formula behind what separates cells elsewhere', () => {
    expect(csvLine(['سارة;=1+1', 'a; \u200f@b;c', 'x\t-2'])).toBe(`"سارة;'=1+1","a;' \u200f@b;c","x\t'-2"\r\n`)
    expect(csvLine(['a;b', '2;-', 'two\n=lines'])).toBe('"a;b","2;\'-","two\n=lines"\r\n')
  })

  it('leaves text alone that begins with a blank or a mark', () => {
    expect(csvLine([' a', '\u200fسارة', 'a=1'])).toBe(' a,\u200fسارة,a=1\r\n')
  })

  it('keeps a negative number a number', () => {
    expect(csvLine([-250])).toBe('-250\r\n')
  })
})

describe('a line for a spreadsheet', () => {
  it('keeps digits that are a text, and leaves numbers numbers', () => {
    expect(spreadsheetLine(['01001234567', '+201001234567', 12, '2026-11-24', '=1+1'])).toBe(
      `"=""01001234567""","=""+201001234567""",12,2026-11-24,'=1+1\r\n`,
    )
  })

  it('has times of Cairo, in winter and in summer', () => {
    expect(csvTime(Date.parse('2026-11-24T17:30:00Z'))).toBe('2026-11-24 19:30:00')
    expect(csvTime(Date.parse('2026-07-01T17:30:05Z'))).toBe('2026-07-01 20:30:05')
  })
})
