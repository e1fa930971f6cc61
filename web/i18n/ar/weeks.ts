/** Words of the weeks that schedules go through. */
export const weeks = {
  today: 'النهاردة',
  previousWeek: 'الأسبوع اللي قبله',
  nextWeek: 'الأسبوع اللي بعده',
  previousMonth: 'الشهر اللي قبله',
  nextMonth: 'الشهر اللي بعده',
  range: 'من {from} لحد {to}',
  clockForward: 'الساعة بتتقدّم ساعة: مفيش من {twelve, number} لـ{one, number} بعد نص الليل.',
  clockBack: 'الساعة بترجع ساعة: من {eleven, number} لـ{twelve, number} بالليل بتيجي مرتين.',
  deviceTime: 'يعني {from} على ساعة جهازك.',
  zone: 'المواعيد كلها بتوقيت القاهرة. ساعة جهازك على توقيت تاني.',
}
