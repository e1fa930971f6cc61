import { links } from '../schema/links.ts'
import { type Insertion, insertionsOf } from './insertions.ts'

/** The short links that the site's pages use, and one of a campaign. */
const LINKS: readonly (readonly [name: string, url: string])[] = [
  ['wa', 'https://wa.me/201000000000'],
  ['wa-back-to-school', 'https://wa.me/201000000000?text=back-to-school'],
  ['sfb', 'https://www.facebook.com/hessa.example'],
  ['syt', 'https://www.youtube.com/@hessa.example'],
  ['sig', 'https://www.instagram.com/hessa.example'],
  ['stt', 'https://www.tiktok.com/@hessa.example'],
  ['sx', 'https://x.com/hessa_example'],
  ['mpv', 'https://www.youtube.com/@hessa.example/videos'],
  ['mtd', 'https://docs.google.com/document/d/hessa-example'],
]

export const linkInsertions = ({ firstDay, now }: { firstDay: number; now: number }): Insertion[] =>
  insertionsOf(
    links,
    LINKS.map(([name, url]) => ({ name, url, visits: 0, createdAt: firstDay, updatedAt: now })),
  )
