export const bookingIntent = {
  label: 'الحصة اللي اخترتها',
  with: 'حصتك مع {name}',
  free: '{count, plural, few {أول # دقايق} other {أول # دقيقة}} مجانًا. {gender, select, female {كمّلي} other {كمّل}} وميعادك جاهز للحجز.',
}
