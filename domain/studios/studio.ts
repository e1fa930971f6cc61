/** What a studio says about itself to tutors (docs/rules/onboarding.md 6.1). */

export const MAX_STUDIO_HOURS = 300
export const MAX_MAP_URL = 500

/** `https`, a host with a dot in it, and no name or password before it: what a browser may open from our pages. */
const MAP_URL = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#]\S*)?$/i

export const isMapUrl = (address: string): boolean => address.length <= MAX_MAP_URL && MAP_URL.test(address)
