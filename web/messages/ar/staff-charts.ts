/** The charts of the dashboard's home, which are loaded after its figures. */
export const staffCharts = {
  lessons: 'الحصص',
  lessonsText:
    '{held, plural, =0 {مفيش حصص تمّت} one {حصة واحدة تمّت} two {حصتين تمّوا} few {# حصص تمّت} other {# حصة تمّت}}، و{canceled, plural, =0 {مفيش إلغاء} one {حصة اتلغت} two {حصتين اتلغوا} few {# حصص اتلغت} other {# حصة اتلغت}}.',
  money: 'الإيراد',
  moneyText: 'دخل {revenue}، ورجع للطلاب {refunded}. من دفتر الحسابات.',
  minutes: 'الدقايق',
  minutesText: 'اتباع {sold} واتستخدم {used}.',
  students: 'الطلاب',
  studentsText:
    '{count, plural, =0 {مفيش طلاب جداد} one {طالب جديد} two {طالبين جداد} few {# طلاب جداد} other {# طالب جديد}}، و{returning, plural, =0 {محدش جدّد} one {واحد جدّد} two {اتنين جدّدوا} few {# جدّدوا} other {# جدّدوا}}.',
  hours: 'ساعات المدرّسين',
  hoursText: 'اتعرض {offered} واتحجز {booked}.',
  trials: 'التجربة المجانية',
  trialsText:
    '{started, plural, =0 {مفيش تجارب بدأت} one {تجربة واحدة بدأت} two {تجربتين بدأوا} few {# تجارب بدأت} other {# تجربة بدأت}}، {converted, plural, =0 {محدش منهم اشترك لسه} one {واحدة اتحولت لاشتراك} two {اتنين اتحولوا لاشتراك} other {# اتحولوا لاشتراك}} في ١٤ يوم.',
  started: 'تجارب بدأت',
  converted: 'اتحولت لاشتراك',
} as const
