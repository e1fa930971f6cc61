import type { ErrorCode } from '../errors.ts'

/**
 * Kinds of short links (docs/rules/screens.md 5.3): WhatsApp, our pages on Facebook, YouTube, Instagram, TikTok and X, a
 * video about Hessa, and documents for tutors.
 */
export const linkKinds = ['wa', 'sfb', 'syt', 'sig', 'stt', 'sx', 'mpv', 'mtd'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The longest name and address of a link, in characters. */
export const MAX_LINK_NAME = 64
export const MAX_LINK_URL = 500

/** The allowed hosts of each kind, including their subdomains. */
export const linkHosts: Record<LinkKind, readonly string[]> = {
  wa: ['wa.me', 'whatsapp.com'],
  sfb: ['facebook.com', 'fb.com', 'fb.me', 'm.me'],
  syt: ['youtube.com', 'youtu.be'],
  sig: ['instagram.com', 'ig.me'],
  stt: ['tiktok.com'],
  sx: ['x.com', 'twitter.com'],
  mpv: ['youtube.com', 'youtu.be', 'vimeo.com'],
  mtd: ['drive.google.com', 'docs.google.com', 'youtube.com', 'youtu.be'],
}

const isKind = (text: string): text is LinkKind => linkKinds.some((kind) => kind === text)

/** The kind of a link by its name, such as `wa` or `wa-ramadan`; null for any other name. */
export function linkKindOf(name: string): LinkKind | null {
  const kind = /^([a-z]+)(?:-[a-z0-9]+)*$/.exec(name)?.[1] ?? ''
  return isKind(kind) ? kind : null
}

/** The host of an `https` address without user or port; null for anything else. */
const hostOf = (url: string): string | null =>
  /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#][!-~]*)?$/.exec(url)?.[1] ?? null

/** Whether a link of this name may lead to this address: `https`, on a host of its kind. */
export function isAllowedLink(name: string, url: string): boolean {
  const kind = linkKindOf(name)
  const host = hostOf(url)
  if (!kind || !host || url.includes('\\')) return false
  return linkHosts[kind].some((allowed) => host === allowed || host.endsWith(`.${allowed}`))
}

/** Why a link may not have this name and address: a name of no kind and an address of another kind are both `illegal`. */
export const whyNotLink = (name: string, url: string): ErrorCode | null => (isAllowedLink(name, url) ? null : 'illegal')
