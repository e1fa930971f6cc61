import type { ManifestOptions } from 'vite-plugin-pwa'
import type { page } from '../messages/ar/page.ts'
import type { Wording } from '../messages/wording.ts'

const icon = (src: string, sizes: string, type: string, purpose: string) => ({ src, sizes, type, purpose })

/** The web app's manifest in a language. */
export const manifestOf = (
  { brand, manifest }: Wording<Pick<typeof page, 'brand' | 'manifest'>>,
  { lang, dir }: { lang: string; dir: 'ltr' | 'rtl' },
): Partial<ManifestOptions> => ({
  name: manifest.name,
  short_name: brand,
  description: manifest.description,
  lang,
  dir,
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
