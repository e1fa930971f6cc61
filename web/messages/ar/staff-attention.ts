export const staffAttention = {
  title: 'اللي عليك',
  text: '{count, plural, one {حاجة واحدة عليك أو متأخرة} two {حاجتين عليك أو متأخرين} few {# حاجات عليك أو متأخرة} other {# حاجة عليك أو متأخرة}}.',
  mine: 'عندك إنت',
  late: 'مستنية من زمان',
  nothing: 'مفيش حاجة عليك',
  nothingText: 'مفيش حاجة عندك، ومفيش حاجة مستنية أكتر من وقتها.',
  isLate: 'متأخرة',
  all: 'شوف الكل ({count, number})',
} as const
