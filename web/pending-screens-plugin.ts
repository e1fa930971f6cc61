import type { Plugin } from 'vite'

/** The module of the router that renders a screen. */
export const MATCH_MODULE = /\/@tanstack\/react-router\/dist\/esm\/Match\.js$/
const SUSPENDS = 'if (router._tx) throw router._tx[5];'

/**
 * The router suspends a screen that is still loading with a promise that is resolved after `onRendered`. React renders what is
 * suspended again with every change, Preact only when the promise is resolved: the focus was sent to a heading that was not there yet.
 * Without that promise the router renders the pending screen by itself, and the same.
 * @throws Error where another version of the router does not hold the line.
 */
export function withoutSuspending(code: string): string {
  if (!code.includes(SUSPENDS)) throw new Error('The router suspends its screens in another way by now')
  return code.replace(SUSPENDS, '')
}

export const pendingScreens: Plugin = {
  name: 'pending-screens',
  enforce: 'pre',
  transform: (code, id) => (MATCH_MODULE.test(id.replace(/\?.*$/, '')) ? withoutSuspending(code) : null),
}
