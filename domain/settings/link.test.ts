import { expect, it } from 'vitest'
import { isAllowedLink, linkKindOf } from './link.ts'

it('has the kind that its name is or begins with', () => {
  expect(['wa', 'wa-ramadan-2', 'mtd-guide'].map(linkKindOf)).toEqual(['wa', 'wa', 'mtd'])
  for (const name of ['', 'w', 'way', 'wa-', '-wa', 'wa--x', 'WA', 'wa x', 'wa/x', 'wa-X', 'constructor'])
    expect(linkKindOf(name), name).toBeNull()
})

it('leads to hosts of its kind alone', () => {
  const allowed = [
    ['wa', 'https://wa.me/201012345678?text=%D8%A3%D9%87%D9%84%D8%A7'],
    ['wa-group', 'https://chat.whatsapp.com/abc'],
    ['sfb', 'https://www.facebook.com/hessa'],
    ['sfb', 'https://fb.com/hessa'],
    ['sfb', 'https://fb.me/hessa'],
    ['sfb', 'https://m.me/hessa'],
    ['syt', 'https://www.youtube.com/@hessa'],
    ['syt', 'https://youtu.be/x#t=3'],
    ['sig', 'https://instagram.com'],
    ['sig', 'https://ig.me/m/hessa'],
    ['stt', 'https://vm.tiktok.com/x/'],
    ['sx', 'https://x.com/hessa'],
    ['sx', 'https://twitter.com/hessa'],
    ['mpv', 'https://www.youtube.com/watch?v=x'],
    ['mpv', 'https://youtu.be/x'],
    ['mpv', 'https://vimeo.com/1'],
    ['mtd', 'https://drive.google.com/file/d/1'],
    ['mtd', 'https://docs.google.com/document/d/1'],
    ['mtd', 'https://www.youtube.com/watch?v=x'],
    ['mtd', 'https://youtu.be/x'],
  ] as const
  for (const [name, url] of allowed) expect(isAllowedLink(name, url), url).toBe(true)
  const refused = [
    ['wa', 'http://wa.me/1'],
    ['wa', 'https://youtube.com/hessa'],
    ['wa', 'https://evilwa.me/'],
    ['wa', 'https://wa.me.evil.example/'],
    ['wa', 'https://wa.me@evil.example/'],
    ['wa', 'https://evil.example/https://wa.me/'],
    ['wa', 'https://evil.example\\.wa.me/'],
    ['wa', 'https://wa.me/\\evil.example'],
    ['wa', 'https://wa.me:8443/'],
    ['wa', 'https://wa.me/a b'],
    ['wa', ' https://wa.me/'],
    ['wa', 'javascript:alert(1)'],
    ['mtd', 'https://mail.google.com/'],
    ['other', 'https://wa.me/'],
  ] as const
  for (const [name, url] of refused) expect(isAllowedLink(name, url), url).toBe(false)
})
