/** Renewal by a saved card, on the page of a person. */
export const staffCardRenewal = {
  title: 'التجديد بالكارت',
  text: 'سحب الفترة الجاية من كارت محفوظ. الطالب بيشغّله بنفسه.',
  loading: 'بنشوف التجديد…',
  off: 'مش شغّال',
  card: 'شغّال من {since} على كارت {brand} آخره {digits}',
  next: '{amount}، {charge}، والفترة بتبدأ {begins}',
  announced: 'اتبعت للطالب {at}',
  failed:
    '{count, plural, one {محاولة سحب واحدة فشلت} two {محاولتين سحب فشلوا} few {# محاولات سحب فشلت} other {# محاولة سحب فشلت}}',
  stop: 'وقف التجديد',
  stopTitle: 'وقف التجديد بالكارت؟',
  stopText: 'الكارت مش هيتسحب منه حاجة. السبب بيتحفظ في سجل التعديلات.',
  stopped: 'التجديد وقف',
  notStopped: 'معرفناش نوقف التجديد',
} as const
