import { readFileSync } from 'node:fs'
import type { Plugin } from 'vitest/config'
import type { Plan } from './plan.ts'

export const root = new URL('../..', import.meta.url).pathname

const { sources, ...rest } = JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8')) as Plan

export const planned = rest

/** Serves the instrumented source in place of the file. */
export const instrumented: Plugin = {
  name: 'mutation',
  enforce: 'pre',
  load(id) {
    const [path = ''] = id.split('?')
    return path.startsWith(root) ? (sources[path.slice(root.length)] ?? null) : null
  },
}
