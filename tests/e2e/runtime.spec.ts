import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { build, type Plugin } from 'esbuild'
import { MATCH_MODULE, withoutSuspending } from '../../web/pending-screens-plugin.ts'
import { openPage, origin } from './steps.ts'
import { test } from './test.ts'

const web = join(import.meta.dirname, '../../web')

/** As `vite.config.ts` names them for the app. */
const RUNTIME = {
  'react-dom/client': join(web, 'runtime/client.ts'),
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/** As the plugin of `vite.config.ts` changes the router. */
const pendingScreens: Plugin = {
  name: 'pending-screens',
  setup: ({ onLoad }) =>
    onLoad({ filter: MATCH_MODULE }, async ({ path }) => ({
      contents: withoutSuspending(await readFile(path, 'utf8')),
    })),
}

/**
 * An empty page with a script of its own, which draws by what browsers run in place of React. The script is written for React, and
 * finds the page's `root`.
 */
async function pageThatDraws(page: Page, script: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createRoot } from 'react-dom/client'; const root = document.getElementById('root'); ${script}`,
      loader: 'jsx',
      resolveDir: web,
    },
    alias: RUNTIME,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    plugins: [pendingScreens],
    write: false,
  })
  await page.route('**/drawn', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><div id="root"></div><script src="/drawn.js"></script>',
    }),
  )
  await page.route('**/drawn.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }),
  )
  await page.goto(`${origin()}/drawn`)
}

test('what follows a press is ready before the browser shows anything', async ({ browser }) => {
  const page = await openPage(browser)
  await pageThatDraws(
    page,
    `import { useEffect, useState } from 'react'
     function Dialog() {
       useEffect(() => { root.dataset.listens = 'true' }, [])
       return <p>open</p>
     }
     function Screen() {
       const [isOpen, setOpen] = useState(false)
       return <><button onClick={() => setOpen(true)}>open</button>{isOpen && <Dialog />}</>
     }
     createRoot(root).render(<Screen />)`,
  )
  // Nothing is awaited here but what the press itself has begun: no frame, no timer.
  const listens = await page.evaluate(async () => {
    document.querySelector('button')?.click()
    for (let turn = 0; turn < 20; turn++) await null
    return document.getElementById('root')?.dataset.listens
  })
  expect(listens).toBe('true')
})

test('whoever asks finds that an event was prevented, also one that cannot be', async ({ browser }) => {
  const page = await openPage(browser)
  await pageThatDraws(
    page,
    `const tell = (event) => { root.dataset.prevented = event.defaultPrevented }
     createRoot(root).render(<div onFocus={tell}><input onFocus={(event) => event.preventDefault()} /></div>)`,
  )
  await page.locator('input').focus()
  await expect(page.locator('#root')).toHaveAttribute('data-prevented', 'true')
})

test('a field that says no to it is not looked through for spelling', async ({ browser }) => {
  const page = await openPage(browser)
  await pageThatDraws(page, 'createRoot(root).render(<input spellCheck={false} />)')
  expect(await page.locator('input').evaluate((field: HTMLInputElement) => field.spellcheck)).toBe(false)
})

test('a picture’s address is set once the browser knows whether it may wait', async ({ browser }) => {
  const page = await openPage(browser)
  // A browser that has the picture already takes it as soon as the address is set.
  await pageThatDraws(
    page,
    `const { set, ...address } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
     const setAndTell = function (to) { root.dataset.known = this.loading; set.call(this, to) }
     Object.defineProperty(HTMLImageElement.prototype, 'src', { ...address, set: setAndTell })
     createRoot(root).render(<img src="/icon.svg" alt="" loading="lazy" />)`,
  )
  await expect(page.locator('#root')).toHaveAttribute('data-known', 'lazy')
})

test('a screen that had to be loaded is in the document once the router says that it is', async ({ browser }) => {
  const page = await openPage(browser)
  await pageThatDraws(
    page,
    `import {
       createMemoryHistory, createRootRoute, createRoute, createRouter, Link, RouterProvider,
     } from '@tanstack/react-router'
     let load
     const frame = createRootRoute()
     const first = createRoute({ getParentRoute: () => frame, path: '/', component: () => <Link to="/second">go</Link> })
     const second = createRoute({
       getParentRoute: () => frame,
       path: '/second',
       component: () => <h1>second</h1>,
       loader: () => new Promise((loaded) => { load = loaded }),
     })
     const router = createRouter({
       routeTree: frame.addChildren([first, second]),
       history: createMemoryHistory(),
       defaultPendingMs: 0,
       defaultPendingMinMs: 0,
       defaultPendingComponent: () => <button onClick={() => load()}>load</button>,
     })
     router.subscribe('onRendered', ({ toLocation }) => {
       if (toLocation.pathname === '/second') root.dataset.rendered = document.querySelector('h1')?.textContent ?? 'nothing'
     })
     createRoot(root).render(<RouterProvider router={router} />)`,
  )
  await page.getByRole('link').click()
  await page.getByRole('button').click()
  await expect(page.locator('#root')).toHaveAttribute('data-rendered', 'second')
})
