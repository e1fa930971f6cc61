import { innerText, isWellFormed } from '#domain/rich-text'

/**
 * Converts between typed text and message HTML. A message is HTML with a few tags (`domain/rich-text`); users type plain
 * text, in which *stars* mean bold and _underscores_ italic, as in other messengers. All other input is literal text.
 */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }
const MARKS = [
  { mark: '*', tag: 'b', pattern: /(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu },
  { mark: '_', tag: 'i', pattern: /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu },
] as const

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => ENTITIES[one as keyof typeof ENTITIES])
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos|#39|nbsp);/g, (entity, name: string) => CHARACTERS[name] ?? entity)

/** The HTML that is sent for what was typed; without styles where marks cross each other. */
export function toWire(typed: string): string {
  const plain = escaped(typed.replace(/\r\n?/g, '\n').trim())
  const marked = MARKS.reduce((text, { tag, pattern }) => text.replace(pattern, `<${tag}>$1</${tag}>`), plain)
  return isWellFormed(marked) ? marked : plain
}

/** The text that its author would have typed: for editing and copying. */
export function toTyped(wire: string): string {
  const marked = wire.replace(/<\/?(?:b|strong)>/gi, '*').replace(/<\/?i>/gi, '_')
  return innerText(marked)
}

/** The message as one line of plain text, for lists. */
export const toLine = (wire: string): string => innerText(wire).replace(/\s+/g, ' ')

export type Piece = { kind: 'text'; text: string } | { kind: 'link'; href: string; text: string } | Tagged
export type Tagged = { kind: 'tag'; name: string; pieces: Piece[] }

const LINK = /\bhttps?:\/\/[^\s<>"']+/gi

function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    // Punctuation at the end belongs to the sentence, not to the link.
    const href = match[0].replace(/[.,!?:;)\]}»،؟؛]+$/u, '')
    if (!URL.canParse(href)) continue
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    pieces.push({ kind: 'link', href, text: href })
    from = match.index + href.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** A message as pieces that are safe to show, whatever was stored: only allowed tags become tags, everything else is text. */
export function piecesOf(wire: string): Piece[] {
  if (!isWellFormed(wire)) return linked(wire)
  const open: Tagged[] = [{ kind: 'tag', name: '', pieces: [] }]
  for (const token of wire.split(/(<\/?[a-z0-9]+\s*\/?>)/i)) {
    const [, closing, name] = /^<(\/?)([a-z0-9]+)\s*\/?>$/i.exec(token) ?? []
    const into = open.at(-1)?.pieces ?? []
    if (name === undefined) into.push(...linked(unescaped(token)))
    else if (name.toLowerCase() === 'br') into.push({ kind: 'tag', name: 'br', pieces: [] })
    else if (closing) open.pop()
    else {
      const tag: Tagged = { kind: 'tag', name: name.toLowerCase(), pieces: [] }
      into.push(tag)
      open.push(tag)
    }
  }
  return open[0]?.pieces ?? []
}
