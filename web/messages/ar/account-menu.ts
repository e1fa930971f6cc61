/** The account in the header of the app and of the dashboard, and what opens below it. */
export const accountMenu = {
  cairoTime: '{moment} بتوقيت القاهرة',
  cairoTimeShort: '{moment} (القاهرة)',
  label: 'حسابك: {name}',
  menu: 'حسابك وشكل العرض',
  verified: 'الإيميل متأكّد',
} as const
