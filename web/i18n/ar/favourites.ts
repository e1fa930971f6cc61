export const favourites = {
  keep: 'ضيف {name} للمفضّلين',
  kept: 'شيل {name} من المفضّلين',
  keepFailed: 'المفضّلين ما اتحفظوش. جرّب تاني.',
}
