import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, hasVisible, oneLine, visibleText, withoutControls, withoutMarks } from './text.ts'

describe('a text', () => {
  it('loses its control characters, but keeps its tabs and line breaks', () => {
    expect(withoutControls('abc\u0000def\u0007\u007f\u0085\u001b[1m')).toBe('abcdef[1m')
    expect(withoutControls('a\tb\r\nc')).toBe('a\tb\r\nc')
  })

  it('has no lone surrogates', () => {
    expect(withoutControls('a\ud83db')).toBe('a\ufffdb')
    expect(withoutControls('\ude0d\ude0d')).toBe('\ufffd\ufffd')
    expect(withoutControls('😍')).toBe('😍')
  })

  it('is invisible when it has only blanks, marks, fillers, tags or selectors', () => {
    const blank = [
      '',
      ' \n\t',
      '\u2800',
      '\u3164',
      '\u115f\u1160',
      '\uffa0',
      '\u00ad',
      '\u200b\u200f\u2060\ufeff',
      '\u0301',
    ]
    const more = [
      '\u{e0020}\u{e0041}',
      '\ufe0f',
      '\u{e0100}',
      '\u034f',
      '\u180e',
      '\u17b4',
      '\ufffc',
      '\u{1d159}',
      '\ue000',
    ]
    for (const text of [...blank, ...more])
      expect([text, hasVisible(text), visibleText(text)]).toEqual([text, false, ''])
  })

  it('is visible when it has a letter, a digit, a sign or a picture', () => {
    for (const text of ['أ', '٥', 'x', '!', '😍', '👨‍👩‍👧', 'é', '\u200fأهلا', '…', '¡'])
      expect(hasVisible(text)).toBe(true)
    expect(visibleText('  أهلا\u200f ')).toBe('أهلا\u200f')
  })

  it('of one line has no line break', () => {
    expect(oneLine(' a\r\nb\u2028c\td\n')).toBe('a b c d')
    expect(oneLine('a\vb\fc\u0085d\u2029e')).toBe('a b c d e')
  })

  it('of one line turns the direction of nothing around it', () => {
    expect(oneLine('Invoice \u202egpj.exe')).toBe('Invoice gpj.exe')
    expect(oneLine('\u2067حصّة\u2069 a\u202ab\u202c')).toBe('حصّة ab')
    // Marks that only stand between two words of different direction stay.
    expect(oneLine('a\u200f!')).toBe('a\u200f!')
  })

  it('that was pasted loses the marks of direction around and within it', () => {
    expect(withoutMarks('\u202asara@example.com\u202c')).toBe('sara@example.com')
    expect(withoutMarks('\u200e010\u200f123\u2069 ')).toBe('010123')
  })

  it('is cut between characters', () => {
    expect(cutText(`ا${'😍'.repeat(100)}`, 140)).toBe(`ا${'😍'.repeat(69)}`)
    expect(cutText('👨‍👩‍👧👨‍👩‍👧', 10)).toBe('👨‍👩‍👧')
    expect(cutText('كَ'.repeat(3), 3)).toBe('كَ')
    expect(cutText('short', 10)).toBe('short')
    expect([cutText('short', 5), cutText('shorter', 5)]).toEqual(['short', 'short'])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
        const cut = cutText(text, length)
        expect(cut.length).toBeLessThanOrEqual(length)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})
