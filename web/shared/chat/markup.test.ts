import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyNotMessageText } from '#domain/chat/message-text'
import { innerText } from '#domain/rich-text'
import { type Piece, piecesOf, toTyped, toWire } from './markup.ts'

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.kind === 'tag' ? (piece.name === 'br' ? '\n' : textOf(piece.pieces)) : piece.text))
    .join('')
const tagsOf = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.name, ...tagsOf(piece.pieces)] : []))

/** Whatever means something to somebody: marks, markup, entities, breaks, and words in both scripts. */
const PARTS = [
  '*',
  '_',
  '<',
  '>',
  '/',
  '&',
  '&lt;',
  'amp;',
  '<b>',
  '</b>',
  '<br>',
  '<script',
  '"',
  ' ',
  '\n',
  '\r',
  'a',
  'ب',
  '٣',
]
const typing = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''))

describe('the markup of a message', () => {
  it('turns stars and underscores into bold and italic', () => {
    expect(toWire('come *now* or _later_')).toBe('come <b>now</b> or <i>later</i>')
    expect(toWire('*very _very_ late*')).toBe('<b>very <i>very</i> late</b>')
  })

  it('leaves arithmetic, names and marks that cross alone', () => {
    expect(toWire('2*3*4 and file_name_here')).toBe('2*3*4 and file_name_here')
    expect(toWire('*a _b* c_')).toBe('*a _b* c_')
  })

  it('never sends what the server would refuse for its form, and shows it as it was typed', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const wire = toWire(typed)
        expect(whyNotMessageText(wire)).not.toBe('message-text-invalid-html')
        expect(toTyped(wire).trim()).toBe(typed.replace(/\r\n?/g, '\n').trim())
      }),
    )
  })

  it('shows tags that were typed as text', () => {
    const pieces = piecesOf(toWire('<script>alert(1)</script> <b>hi'))
    expect(tagsOf(pieces)).toEqual([])
    expect(textOf(pieces)).toBe('<script>alert(1)</script> <b>hi')
  })

  it('shows nothing as a tag that is not of the list, whatever was stored', () => {
    const allowed = ['b', 'i', 'strong', 'p', 'ul', 'li', 'br', 'div', 'h3']
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('<b>', '</b>', '<img onerror=x>', '<br>', '<a href="x">', '</a>', 'text ', '&lt;i&gt;'),
        ),
        (parts) => {
          expect(tagsOf(piecesOf(parts.join(''))).filter((tag) => !allowed.includes(tag))).toEqual([])
        },
      ),
    )
  })

  it('keeps the words of a message, whatever its tags', () => {
    expect(textOf(piecesOf('<p>one</p><ul><li>two</li></ul>three<br>four'))).toBe('onetwothree\nfour')
    expect(innerText('<b>one</b> &lt;two&gt;')).toBe(textOf(piecesOf('<b>one</b> &lt;two&gt;')))
  })

  it('finds addresses, without the full stop of the sentence', () => {
    expect(piecesOf('see https://hessa.test/t/5?a=1. ok')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'link', href: 'https://hessa.test/t/5?a=1', text: 'https://hessa.test/t/5?a=1' },
      { kind: 'text', text: '. ok' },
    ])
  })
})
