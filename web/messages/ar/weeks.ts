/** Words of the weeks that schedules go through. */
export const weeks = {
  today: 'النهاردة',
  previousWeek: 'الأسبوع اللي قبله',
  nextWeek: 'الأسبوع اللي بعده',
  previousMonth: 'الشهر اللي قبله',
  nextMonth: 'الشهر اللي بعده',
  range: 'من {from} لحد {to}',
  above:
    '{count, plural, one {حاجة واحدة كمان فوق} two {حاجتين كمان فوق} few {# حاجات كمان فوق} many {# حاجة كمان فوق} other {# حاجة كمان فوق}}',
  below:
    '{count, plural, one {حاجة واحدة كمان تحت} two {حاجتين كمان تحت} few {# حاجات كمان تحت} many {# حاجة كمان تحت} other {# حاجة كمان تحت}}',
  clockForward: 'الساعة بتتقدّم ساعة: مفيش من {twelve, number} لـ{one, number} بعد نص الليل.',
  clockBack: 'الساعة بترجع ساعة: من {eleven, number} لـ{twelve, number} بالليل بتيجي مرتين.',
  deviceTime: 'يعني {from} على ساعة جهازك.',
  zone: 'المواعيد كلها بتوقيت القاهرة. ساعة جهازك على توقيت تاني.',
}
