import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const publicFile = (name: string) => readFileSync(join(import.meta.dirname, '../web/public', name), 'utf8')
const check = publicFile('browser-check.js')
const notice = publicFile('old-browser.js')

type Browser = { noModule?: boolean; findLastIndex?: boolean; colorMix?: boolean | null }

/** What the page's root holds after the scripts have run in a browser with these abilities: elements by their tags and texts. */
function rootAfter({ noModule = true, findLastIndex = true, colorMix = true }: Browser): string[] {
  const plain = (tag: string) => ({
    tag,
    style: {},
    children: [] as unknown[],
    setAttribute: () => undefined,
    get firstChild() {
      return this.children[0]
    },
    appendChild(child: unknown) {
      this.children.push(child)
    },
    removeChild(child: unknown) {
      this.children.splice(this.children.indexOf(child), 1)
    },
  })
  const element = (tag: string) => (noModule ? Object.assign(plain(tag), { noModule: false }) : plain(tag))
  const root = plain('div')
  root.children.push('logo')
  const loaded: string[] = []
  const document = {
    createElement: element,
    createTextNode: (text: string) => text,
    getElementById: (id: string) => (id === 'root' ? root : null),
    head: { appendChild: ({ src }: { src: string }) => loaded.push(src) },
  }
  const css = colorMix === null ? {} : { CSS: { supports: () => colorMix } }
  const missing = findLastIndex ? '' : 'delete Array.prototype.findLastIndex;'
  runInNewContext(missing + check, { window: css, document })
  for (const src of loaded) runInNewContext(publicFile(src), { window: css, document })
  return JSON.parse(JSON.stringify(root.children)) as string[]
}

describe('a browser that cannot run the app', () => {
  it('gets the names of browsers that can, whichever feature it lacks', () => {
    for (const lacks of [{ noModule: false }, { findLastIndex: false }, { colorMix: false }, { colorMix: null }]) {
      const shown = JSON.stringify(rootAfter(lacks))
      expect(shown).toContain('Chrome')
      expect(shown).not.toContain('logo')
    }
  })

  it('is not one with every feature, where the app replaces the logo', () => {
    expect(rootAfter({})).toEqual(['logo'])
  })

  it('gets a message that needs no newer features', () => {
    for (const script of [check, notice]) expect(script).not.toMatch(/=>|`|\b(?:const|let|class|async)\b|\?\.|\?\?/)
  })
})
