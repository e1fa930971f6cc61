/** How a build's language is written: on the page, and for `Intl` by the reader's choice of digits. */
export const language = {
  code: 'ar',
  direction: 'rtl',
  locales: { arab: 'ar-EG-u-nu-arab', latn: 'ar-EG-u-nu-latn' },
} as const
