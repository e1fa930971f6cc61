import type { Plugin } from 'vite'

/** The module of the router that renders a screen. */
export const MATCH_MODULE = /\/@tanstack\/react-router\/dist\/esm\/Match\.js$/
const SUSPENDS = 'if (router._tx) throw router._tx[5];'

/**
 * The router suspends a loading screen with a promise that is resolved after `onRendered`. React renders suspended content
 * again with every change, Preact only when the promise is resolved, so the focus was sent to a heading that did not exist
 * yet. Without that promise the router itself renders the pending screen, with the same result.
 * @throws Error when another version of the router does not contain the line.
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
