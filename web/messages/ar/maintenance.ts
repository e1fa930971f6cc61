export const maintenance = {
  title: 'بنعمل صيانة وراجعين',
  text: '{gender, select, female {سيبي} other {سيب}} الصفحة مفتوحة: أول ما نخلص هتكمّل لوحدها، وكل اللي {gender, select, female {كتبتيه} other {كتبته}} مكانه.',
  until: 'متوقّعين نرجع {moment}.',
  retry: 'شوف دلوقتي',
  notYet: 'لسه شغّالين في الصيانة.',
} as const
