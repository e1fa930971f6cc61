/** The browser and operating system by the header `User-Agent`; null for an unknown one. */
export type Device = { browser: string | null; system: string | null }

type Named = readonly [name: string, mark: RegExp]

/** The order matters: most browsers also name those that they are compatible with. */
const BROWSERS: readonly Named[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: readonly Named[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: readonly Named[], userAgent: string): string | null =>
  names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null

/** The first known browser and system that the header names; null where it names none. */
export const deviceOf = (userAgent: string): Device => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
})
