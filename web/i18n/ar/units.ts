/** Counts and times in words, for the formatter and for every sentence that holds one. */
export const units = {
  minutes: '{count, plural, =0 {٠ دقيقة} one {دقيقة} two {دقيقتين} few {# دقايق} many {# دقيقة} other {# دقيقة}}',
  hours: '{count, plural, =0 {٠ ساعة} one {ساعة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}',
  days: '{count, plural, =0 {٠ يوم} one {يوم} two {يومين} few {# أيام} many {# يوم} other {# يوم}}',
  weeks: '{count, plural, =0 {٠ أسبوع} one {أسبوع} two {أسبوعين} few {# أسابيع} many {# أسبوع} other {# أسبوع}}',
  months: '{count, plural, =0 {٠ شهر} one {شهر} two {شهرين} few {# شهور} many {# شهر} other {# شهر}}',
  and: '{first} و{second}',
  money: '{amount} جنيه',
  percent: '{amount}٪',
  today: 'النهاردة',
  tomorrow: 'بكرة',
  yesterday: 'إمبارح',
  dayAndTime: '{day}، {time}',
  timeRange: 'من {from} لحد {to}',
  in: 'كمان {duration}',
  ago: 'من {duration}',
  now: 'دلوقتي',
} as const
