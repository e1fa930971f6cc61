import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n')
  })

  it('leaves nothing for null and undefined', () => {
    expect(csvLine([null, undefined, 0, false])).toBe(',,0,false\r\n')
  })

  it.each(['=1+1', '+201001234567', '-2', '@SUM(A1)', '\t=1', '\r=1'])('puts an apostrophe before %j', (cell) => {
    expect(csvLine([cell]).replaceAll('"', '')).toBe(`'${cell}\r\n`)
  })

  it('keeps a negative number a number', () => {
    expect(csvLine([-250])).toBe('-250\r\n')
  })
})
