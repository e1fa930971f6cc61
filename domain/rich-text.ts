import { hasVisible } from './text.ts'

/**
 * The HTML subset allowed in feedback and messages: paired tags of a short list, without attributes. Plain text is valid; a
 * `<` that opens no tag is a character (docs/rules/api.md 4.1). Text that passes is safe to render as HTML.
 */
const ALLOWED = new Set(['b', 'i', 'strong', 'p', 'ul', 'li', 'br', 'div', 'h3'])
const TAG = /<(?=[a-z/!?])([^<>]*)(>?)/gi
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** Whether every tag is in the list, has no attributes, and is properly nested. */
export function isWellFormed(html: string): boolean {
  const open: string[] = []
  for (const [, content = '', end] of html.matchAll(TAG)) {
    const [, closing, name = ''] = /^(\/?)([a-z0-9]+)\s*\/?$/i.exec(content) ?? []
    const tag = name.toLowerCase()
    if (!end || !ALLOWED.has(tag)) return false
    if (tag === 'br') continue
    if (!closing) open.push(tag)
    else if (open.pop() !== tag) return false
  }
  return open.length === 0
}

/** Escapes text as HTML. */
export const htmlOf = (text: string): string =>
  text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The text without tags, with line breaks for blocks and breaks, trimmed. Lengths are measured on it. */
export const innerText = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h3)>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(lt|gt|amp|quot|apos|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim()

/** References to characters that show nothing, by their names. */
const BLANK_REFERENCE =
  /&(?:Tab|NewLine|NonBreakingSpace|e[mn]sp|emsp1[34]|(?:num|punc|thin|hair)sp|(?:Thin|VeryThin|Medium|Thick|ZeroWidth)Space|Negative(?:VeryThin|Thin|Medium|Thick)Space|zwn?j|[lr]rm|shy|NoBreak|ApplyFunction|af|Invisible(?:Times|Comma)|it|ic);/g
const NUMBERED_REFERENCE = /&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi
const MAX_CODE_POINT = 0x10ffff

/** The text without tags; empty where nothing of it is visible, also where its characters are named or numbered (docs/rules/api.md 4.6). */
export function shownText(html: string): string {
  const text = innerText(html)
  const shown = text
    .replace(BLANK_REFERENCE, '')
    .replace(NUMBERED_REFERENCE, (reference, hex?: string, decimal = '') => {
      const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return codePoint <= MAX_CODE_POINT ? String.fromCodePoint(codePoint) : reference
    })
  return hasVisible(shown) ? text : ''
}
