export const favourites = {
  keep: 'ضيف {name} للمفضّلين',
  kept: 'شيل {name} من المفضّلين',
  keepFailed: 'المفضّلين ما اتحفظوش. {gender, select, female {جرّبي} other {جرّب}} تاني.',
}
