export const favourites = {
  add: 'ضيف {name} للمفضّلين',
  remove: 'شيل {name} من المفضّلين',
  failed: 'المفضّلين ما اتحفظوش. {gender, select, female {جرّبي} other {جرّب}} تاني.',
}
