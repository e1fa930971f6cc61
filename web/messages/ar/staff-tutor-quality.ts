const LESSONS = 'one {حصة واحدة} two {حصتين} few {# حصص} many {# حصة} other {# حصة}'

export const staffTutorQuality = {
  title: 'مستوى المدرّسين',
  empty: 'مفيش أرقام لسه',
  emptyText: 'بتتحسب كل ليلة من حصص آخر ١٢ أسبوع.',
  someone: 'حساب {id}',
  unknown: 'مش معروف',
  filters: { poor: 'محتاج متابعة', lessons: 'عدد الحصص' },
  poor: {
    fulfilled: 'غياب وإلغاء كتير',
    punctual: 'تأخير كتير',
    rating: 'تقييم قليل',
    disputed: 'اعتراضات كتير',
    cutShort: 'حصص بتتقطع',
    poorCall: 'مكالمات وحشة كتير',
  },
  columns: {
    tutor: 'المدرّس',
    lessons: 'الحصص',
    fulfilled: 'الحضور',
    punctual: 'في الميعاد',
    rating: 'التقييم',
    disputed: 'عليها اعتراض',
    cutShort: 'اتقطعت بدري',
    poorCall: 'مكالمة وحشة',
    computedAt: 'اتحسبت',
  },
  counted: {
    fulfilled: `غياب أو إلغاء: {count, plural, ${LESSONS}}`,
    punctual: `تأخير في {count, plural, ${LESSONS}}`,
    rating: '{count, plural, one {تقييم واحد} two {تقييمين} few {# تقييمات} many {# تقييم} other {# تقييم}}',
    disputed: `{count, plural, ${LESSONS}}`,
    cutShort: `{count, plural, ${LESSONS}}`,
    poorCall: `{count, plural, ${LESSONS}} من {measured} اتقاست`,
  },
} as const
