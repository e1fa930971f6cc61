/** Where the marketing site's short links go: messaging, the social networks, and the two media (spec section 3). */
export const linkKinds = ['wa', 'sfb', 'syt', 'sig', 'stt', 'sx', 'mpv', 'mtd'] as const
export type LinkKind = (typeof linkKinds)[number]
