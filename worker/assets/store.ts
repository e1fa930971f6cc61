/**
 * Object keys are `users/images/<uuid>` and the like (facts: accounts 1.5); a public address names the object with its
 * slashes as dots, so that it is one path segment.
 */
const PUBLIC_PREFIXES = ['users/images/', 'tutors/videos/', 'tutors/thumbnails/'] as const

/** The address of a public object, null where there is none. */
export const uploadUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/uploads/${key.replaceAll('/', '.')}`

/** The key of a public address's last segment, null when it names nothing public. */
export function publicKey(name: string): string | null {
  const key = name.replaceAll('.', '/')
  return PUBLIC_PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.includes('//') ? key : null
}
