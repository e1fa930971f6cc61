/** Limits of the information that a studio shows to tutors (docs/rules/onboarding.md 6.1). */

export const MAX_STUDIO_HOURS = 300
export const MAX_MAP_URL = 500

/** `https`, a host that contains a dot, and no credentials: safe to open from our pages. */
const MAP_URL = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#]\S*)?$/i

export const isMapUrl = (address: string): boolean => address.length <= MAX_MAP_URL && MAP_URL.test(address)
