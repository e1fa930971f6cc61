import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const packages = join(import.meta.dirname, '../node_modules')

const textOf = (file: string) => readFileSync(join(packages, file), 'utf8')
const ICONS = 'lucide-react/dist/esm'

/** How a part is imported from where it is, under another name in the importing module. */
type Part = (local: string) => string

/** By package and name. The indexes of icons and controls name 1,700 modules, of which a screen uses some. */
function partsOf(): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  for (const [, names = '', file = ''] of textOf(`${ICONS}/lucide-react.mjs`).matchAll(
    /export \{ ([^}]+) \} from '([^']+)'/g,
  ))
    for (const [, name] of names.matchAll(/default as (\w+)/g))
      parts.set(`lucide-react ${name}`, (local) => `import ${local} from '${join(packages, ICONS, file)}'`)
  for (const [, name, file] of textOf('radix-ui/dist/index.mjs').matchAll(/import \* as (\w+) from "([^"]+)"/g))
    parts.set(`radix-ui ${name}`, (local) => `import * as ${local} from '${file}'`)
  return parts
}

const parts = partsOf()

const directly = (names: string, from: string): string =>
  names
    .split(',')
    .map((one) => one.trim())
    // A type that is left in the list would be an import of the index, with all that it names.
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => {
      const [name, local = name] = one.split(/\s+as\s+/)
      return parts.get(`${from} ${name}`)?.(local ?? '') ?? `import { ${one} } from '${from}'`
    })
    .join('; ')

/** Icons and controls are imported from where they are, so that the graph of modules says which screen uses which. */
export const directImports: Plugin = {
  name: 'direct-imports',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/web\/.*\.tsx?$/.test(id)
      ? code.replace(/import \{([^}]+)\} from '(lucide-react|radix-ui)'/g, (_, names, from) => directly(names, from))
      : null,
}
