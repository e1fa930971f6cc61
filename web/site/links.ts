import { measureVisit } from '../platform/measure-visit.ts'
import { APP_ORIGIN } from '../platform/origin.ts'

// The HTML is the same in every environment: its links to the production app are replaced here.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-app]'))
  link.href = `${APP_ORIGIN}${link.dataset.app}`

// In development pages are slower than they are.
if (import.meta.env.PROD) measureVisit('site')
