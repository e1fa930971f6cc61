const LESSONS = 'one {حصة واحدة} two {حصتين} few {# حصص} many {# حصة} other {# حصة}'

export const staffTutorQuality = {
  title: 'مستوى المدرّسين',
  empty: 'مفيش أرقام لسه',
  emptyText: 'بتتحسب كل ليلة من حصص آخر ١٢ أسبوع.',
  someone: 'حساب {id}',
  unknown: 'مش معروف',
  filters: { poor: 'محتاج متابعة', lessons: 'عدد الحصص' },
  poor: {
    fulfilled: 'بيفوّت حصص',
    punctual: 'بيتأخر',
    rating: 'تقييمه قليل',
    disputed: 'عليه اعتراضات',
    cutShort: 'حصصه بتتقطع',
  },
  columns: {
    tutor: 'المدرّس',
    lessons: 'الحصص',
    fulfilled: 'حضر حصصه',
    punctual: 'دخل في ميعاده',
    rating: 'التقييم',
    disputed: 'عليها اعتراض',
    cutShort: 'اتقطعت بدري',
    computedAt: 'اتحسبت',
  },
  counted: {
    fulfilled: `فاتته {count, plural, ${LESSONS}}`,
    punctual: `اتأخر على {count, plural, ${LESSONS}}`,
    rating: '{count, plural, one {تقييم واحد} two {تقييمين} few {# تقييمات} many {# تقييم} other {# تقييم}}',
    disputed: `{count, plural, ${LESSONS}}`,
    cutShort: `{count, plural, ${LESSONS}}`,
  },
} as const
