import { APP_ORIGIN } from '../platform/origin.ts'

// The page is one file for every environment: its links name the production app and are led to this one's here.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-app]'))
  link.href = `${APP_ORIGIN}${link.dataset.app}`
