import type { unavailable as ar } from '../../ar/site/unavailable.tsx'

export const unavailable: typeof ar = {
  title: 'Back in a moment',
  description: 'This page is down for a little while.',
  text: 'This page is down for a little while. Leave it open, and it opens by itself as soon as we’re back.',
  again: 'Try again',
  home: 'Go to the home page',
}
