import type { page } from '../i18n/ar/page.ts'
import type { Wording } from '../i18n/wording.ts'

type Words = Wording<Pick<typeof page, 'brand' | 'manifest'>> & { html: { lang: string; dir: string } }

const icon = (src: string, sizes: string, type: string, purpose: string) => ({ src, sizes, type, purpose })

/** The web app's manifest in the language of these words, as JSON. */
export function manifestOf({ html, brand, manifest }: Words): string {
  return JSON.stringify({
    name: manifest.name,
    short_name: brand,
    description: manifest.description,
    lang: html.lang,
    dir: html.dir,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf8f2',
    theme_color: '#0e665f',
    icons: [
      icon('/icon-192.png', '192x192', 'image/png', 'any'),
      icon('/icon-512.png', '512x512', 'image/png', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
      icon('/icon.svg', 'any', 'image/svg+xml', 'any'),
      icon('/icon-maskable.svg', 'any', 'image/svg+xml', 'maskable'),
    ],
    shortcuts: [
      { name: manifest.lessons, url: '/upcoming-lessons' },
      { name: manifest.chat, url: '/chat' },
    ],
  })
}
