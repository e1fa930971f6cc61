import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { openBrowser } from './browser-stand-in.ts'

openBrowser()
// By a name that TypeScript does not follow: the links of the two are checked by separate projects.
const treeOf = async (app: string) => ((await import(`./${app}/routes.tsx`)) as { routeTree: AnyRoute }).routeTree
const TREES = { app: await treeOf('app'), dashboard: await treeOf('staff') }
// The router itself runs without a browser.
vi.unstubAllGlobals()

/** What somebody may type as a value: the router parses each into another type. */
const TYPED = ['no-such-value', '-1', 'false', '1e999', '{"a":1}', '[1,"b"]', 'null']

const screensOf = (route: AnyRoute): AnyRoute[] => {
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  return children.length === 0 ? [route] : children.flatMap(screensOf)
}

/** What the router gives the screen of an address, and what it has parsed from there. */
function open(routeTree: AnyRoute, href: string) {
  const history = createMemoryHistory({ initialEntries: [href] })
  const router = createRouter({ routeTree, history, context: {} as never })
  const { search } = router.latestLocation
  return { typed: search as Record<string, unknown>, screen: router.matchRoutes(router.latestLocation).at(-1) }
}

describe.each(Object.entries(TREES))('an address of the %s', (_, routeTree) => {
  // The router gives the routes their addresses.
  open(routeTree, '/')
  const screens = screensOf(routeTree).filter(({ options }) => options.validateSearch)

  it.each(screens.map((screen) => [screen.fullPath as string, screen] as const))(
    'gives the screen of %s no value that its schema does not know, docs/rules/staff.md 1.3',
    (path, { id, options }) => {
      const validate = options.validateSearch as (typed: object) => Record<string, unknown>
      const params = Object.keys(validate({}))
      expect(params).not.toEqual([])
      for (const value of TYPED) {
        const query = params.map((param) => `${param}=${encodeURIComponent(value)}`).join('&')
        const { typed, screen } = open(routeTree, `${path.replaceAll(/\$\w+/g, '5')}?${query}`)
        expect(screen?.routeId).toBe(id)
        const known = validate(typed)
        for (const param of params) expect(screen?.search[param], `${param}=${value}`).toEqual(known[param])
      }
    },
  )
})

it('opens the first tab of a screen for a tab that it does not have', () => {
  const tabOf = (href: string): unknown => open(TREES.dashboard, href).screen?.search.tab
  for (const path of [
    '/inbox',
    '/plans',
    '/plan-invites',
    '/payments',
    '/interviews',
    '/invoices',
    '/media',
    '/user/6',
  ])
    for (const value of TYPED) expect(tabOf(`${path}?tab=${encodeURIComponent(value)}`), path).toBeUndefined()
  expect(tabOf('/inbox?tab=contact')).toBe('contact')
})
